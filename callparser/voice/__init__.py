"""Listening: from a recording to words with times and confidences.

:func:`callparser.voice.transcribe.transcribe` is the way in. Nothing is imported here, and vosk is
never imported in this process at all: it runs in a child of its own (:mod:`callparser.voice.worker`),
because a damaged model can take the whole process down with it.
"""
