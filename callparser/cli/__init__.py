"""The command line: one module a command, loaded one at a time."""
