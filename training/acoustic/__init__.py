"""Makes the acoustic models that the voice extra listens with."""
