"""The Laws: editions (data), clauses (functions), and the walk that puts the one to the other."""
