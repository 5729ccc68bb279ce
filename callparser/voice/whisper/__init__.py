"""A second opinion: a Whisper network that scores sentences of the call language. It never transcribes.

Any folder in the format of CTranslate2 will do (``model.bin`` and ``tokenizer.json``); it is run here in
numpy, so the extra ``whisper`` needs numpy and tokenizers only. Nothing is imported before it is needed:
:mod:`callparser.voice.second` decides when, :class:`callparser.voice.whisper.opinion.SecondOpinion` answers.
"""
