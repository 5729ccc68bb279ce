"""callparser as a component of a spaCy pipeline::

    nlp = spacy.blank("sv")
    nlp.add_pipe("callparser")
    nlp("hjärter åtta, tack")._.designation   # what parse("hjärter åtta, tack", "sv") gives

The component reads the text of the document and sets ``doc._.designation``; it changes nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

from spacy.language import Language
from spacy.tokens import Doc

from callparser.languages import LANGUAGES
from callparser.understand.parse import parse

#: spaCy's codes for languages that we call otherwise.
_CODES = {"nb": "no", "nn": "no"}


@Language.factory("callparser", default_config={"lang": None, "alphabet": None, "fallback": True})
def create(
    nlp: Language, name: str, lang: str | None, alphabet: str | None, fallback: bool
) -> Callable[[Doc], Doc]:
    """``lang``: ``sv``, ``en``, ``no``, ``da`` or ``auto``; by default the pipeline's language, if it is one
    of them, else ``auto``. ``alphabet`` and ``fallback`` as for :func:`callparser.parse`.

    Raises :class:`callparser.errors.InputError` for an unknown language or alphabet.
    """
    code = nlp.lang or "xx"
    own = _CODES.get(code, code)
    heard_in = lang or (own if own in LANGUAGES else "auto")
    parse("", heard_in, alphabet=alphabet)
    if not Doc.has_extension("designation"):
        Doc.set_extension("designation", default=None)

    def component(doc: Doc) -> Doc:
        doc._.designation = parse(doc.text, heard_in, alphabet=alphabet, fallback=fallback)
        return doc

    return component
