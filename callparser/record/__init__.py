"""Records of play: what was dealt, called and played, as files tell it (PBN, LIN, our own JSON)."""
