"""callparser as a component of a spaCy pipeline::

    nlp = spacy.blank("sv")
    nlp.add_pipe("callparser")
    nlp("hjärter åtta, tack")._.designation   # what parse("hjärter åtta, tack", "sv") gives

The component reads the text of the document and changes nothing but ``doc.user_data``, where it keeps plain
data: documents go through ``to_bytes``, ``DocBin(store_user_data=True)`` and ``nlp.pipe(n_process=2)``.
``doc._.designation`` is made of it when it is asked for, and ``None`` where the component did not read the
document. Who only reads stored documents imports this module.
"""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc

from callparser.designation import Understood
from callparser.languages import LANGUAGES
from callparser.understand.parse import parse
from callparser.understand.plain import plain, understood

#: Where the plain data stand in ``doc.user_data``.
KEY = "callparser"
#: spaCy's codes for languages that we call otherwise.
_CODES = {"nb": "no", "nn": "no"}


@Language.factory("callparser", default_config={"lang": None, "alphabet": None, "fallback": True})
def create(nlp: Language, name: str, lang: str | None, alphabet: str | None, fallback: bool) -> Component:
    """``lang``: ``sv``, ``en``, ``no``, ``da`` or ``auto``; by default the pipeline's language, if it is one
    of them, else ``auto``. ``alphabet`` and ``fallback`` as for :func:`callparser.parse`.

    Raises :class:`callparser.errors.InputError` for an unknown language or alphabet.
    """
    code = nlp.lang or "xx"
    own = _CODES.get(code, code)
    heard_in = lang or (own if own in LANGUAGES else "auto")
    parse("", heard_in, alphabet=alphabet)
    return Component(heard_in, alphabet, fallback)


class Component:
    """Reads documents in one language; can be sent to another process."""

    def __init__(self, lang: str, alphabet: str | None, fallback: bool) -> None:
        self._lang = lang
        self._alphabet = alphabet
        self._fallback = fallback

    def __call__(self, doc: Doc) -> Doc:
        said = parse(doc.text, self._lang, alphabet=self._alphabet, fallback=self._fallback)
        doc.user_data[KEY] = plain(said)
        return doc


def _designation(doc: Doc) -> Understood | None:
    row = doc.user_data.get(KEY)
    return None if row is None else understood(row)


Doc.set_extension("designation", getter=_designation, force=True)
