"""What people write in ``grammars/``: read, checked, compiled, sampled."""
