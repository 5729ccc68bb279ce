"""One module for each recogniser, behind :class:`callparser.voice.engine.Engine`."""
