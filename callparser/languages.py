"""The languages there are, Swedish first. Each has a folder in ``grammars/``."""

LANGUAGES = ("sv", "en", "no", "da")
#: Their names in English, for messages about options and models.
NAMES = {"sv": "Swedish", "en": "English", "no": "Norwegian", "da": "Danish"}
#: Whose letters stand for suits and ranks: E K D Kn and S H R K, or A K Q J and S H D C.
ALPHABETS = LANGUAGES
