"""The languages there are, Swedish first. Each has a folder in ``grammars/``."""

LANGUAGES = ("sv", "en", "no", "da")
#: Whose letters stand for suits and ranks: E K D Kn and S H R K, or A K Q J and S H D C.
ALPHABETS = LANGUAGES
