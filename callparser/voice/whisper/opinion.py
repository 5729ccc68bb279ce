"""The second opinion: how well each of many sentences fits a recording."""

from __future__ import annotations

import os
import threading
from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from callparser.errors import EngineFailed, InputError
from callparser.files import PACKAGE
from callparser.store import compiled
from callparser.voice.audio import Audio
from callparser.voice.whisper import noise
from callparser.voice.whisper.mel import log_mel, of_samples
from callparser.voice.whisper.network import Decoding, Network
from callparser.voice.whisper.search import Output, Scores, phrase_scores, search
from callparser.voice.whisper.spellings import spellings
from callparser.voice.whisper.tokens import Tokens
from callparser.voice.whisper.trie import TokenPath, Trie
from callparser.voice.whisper.weights import Floats, Weights

#: The share of the noise score that is taken off. The best of the values tried (0.5, 0.7, 0.75, 1) on the
#: very recordings the notes report on: chosen in-sample, and flat from 0.6 to 0.8.
CORRECTION: Final = 0.75
#: Branches followed at each depth. 12 lost one of 20 utterances of one voice, 24 none; in-sample, too.
BREADTH: Final = 24
#: Longer lists take too long to set up: the whole sampled language, 80,000 sentences, would need minutes.
MAX_PHRASES: Final = 4000
MAX_TOKENS: Final = 60
#: So much is remembered of sentences outside the prepared list; then it is forgotten and computed again.
MAX_KEPT: Final = 20_000
_CODE: Final = ("network.py", "mel.py", "search.py", "noise.py", "spellings.py", "tokens.py")

#: The files of a folder; ``config.json`` beside them says nothing that is needed.
MODEL: Final = "model.bin"
TOKENIZER: Final = "tokenizer.json"


class SecondOpinion:
    """Satisfies :class:`callparser.voice.engine.Scorer`. One question at a time, from any thread.

    Raises ``ModelMissing`` when the folder holds no network that can be used.
    """

    def __init__(
        self, folder: str | os.PathLike[str], *, correction: float = CORRECTION, breadth: int | None = BREADTH
    ) -> None:
        self._folder = Path(folder)
        self._network = Network(Weights(self._folder / MODEL))
        self._tokens = Tokens(self._folder / TOKENIZER, self._network.tokens)
        self._output = Output(self._network, self._tokens)
        self._correction = correction
        self._breadth = breadth
        self._noises: list[Floats] | None = None
        self._prepared: dict[str, noise.Table] = {}
        self._passing: dict[str, noise.Table] = {}
        self._paths: dict[tuple[str, str], tuple[TokenPath, ...]] = {}
        self._lock = threading.Lock()

    def prepare(self, phrases: Sequence[str], lang: str) -> None:
        """Compute what does not depend on the recording, or take it from the cache on disk."""
        with self._lock, np.errstate(all="ignore"):
            trie = self._trie(phrases, lang)
            here = os.path.join(PACKAGE, "voice", "whisper")
            sources = [str(self._folder / MODEL), str(self._folder / TOKENIZER)]
            sources += [os.path.join(here, name) for name in _CODE]
            table = compiled(noise.list_name(phrases, lang), sources, lambda: self._measured(trie, lang))
            if not noise.is_table(table, trie.paths):
                table = self._measured(trie, lang)
            self._prepared.setdefault(lang, {}).update(table)

    def score(self, audio: Audio, phrases: Sequence[str], lang: str) -> list[tuple[str, float]]:
        """The phrases that the search came to, the best first, with their corrected scores.

        0 is what noise scores; see :mod:`callparser.voice.mixing` for what counts as a call. Raises
        ``InputError`` for too long a recording or list and ``EngineFailed`` when the network makes nonsense.
        """
        with self._lock, np.errstate(all="ignore"):
            trie = self._trie(phrases, lang)
            less = noise.discount(trie, self._table(trie, lang), self._correction)
            mel = log_mel(audio, self._network.bands)
            scores = phrase_scores(trie, self._searched(mel, trie, lang, less))
        if np.isnan(scores).any() or not np.isfinite(scores).any():
            raise EngineFailed("the second opinion computed no numbers; the network is damaged")
        rows = [(phrase, float(x)) for phrase, x in zip(phrases, scores, strict=True) if np.isfinite(x)]
        return sorted(rows, key=lambda row: (-row[1], row[0]))

    def _table(self, trie: Trie, lang: str) -> Mapping[TokenPath, tuple[float, float]]:
        """Noise scores for the whole tree; what is not known yet is computed now."""
        passing = self._passing.setdefault(lang, {})
        if len(passing) > MAX_KEPT:
            passing.clear()
        table = ChainMap(passing, self._prepared.get(lang, {}))
        unknown = [path for path in trie.paths if path not in table]
        if unknown:
            passing.update(self._measured(Trie([[path] for path in unknown]), lang))
        return table

    def _measured(self, trie: Trie, lang: str) -> noise.Table:
        if self._noises is None:
            sounds = noise.sounds()
            self._noises = [self._network.encode(of_samples(s, self._network.bands)) for s in sounds]
        prompt = self._tokens.prompt(lang)
        searches = [
            search(Decoding(self._network, states), self._output, prompt, trie) for states in self._noises
        ]
        return noise.mean_table(trie, searches)

    def _searched(self, mel: Floats, trie: Trie, lang: str, less: Scores) -> Scores:
        decoding = Decoding(self._network, self._network.encode(mel))
        prompt = self._tokens.prompt(lang)
        return search(decoding, self._output, prompt, trie, discount=less, breadth=self._breadth)

    def _trie(self, phrases: Sequence[str], lang: str) -> Trie:
        if not 1 <= len(phrases) <= MAX_PHRASES:
            raise InputError(f"found {len(phrases)} phrases to score, expected 1 to {MAX_PHRASES}")
        return Trie(self._spelled(phrases, lang))

    def _spelled(self, phrases: Iterable[str], lang: str) -> list[tuple[TokenPath, ...]]:
        out = []
        if len(self._paths) > MAX_KEPT:
            self._paths.clear()
        for phrase in phrases:
            if (phrase, lang) not in self._paths:
                paths = tuple(self._tokens.of(text) for text in spellings(phrase, lang))
                if max(map(len, paths)) > MAX_TOKENS:
                    raise InputError(f"{phrase[:60]!r} has more than {MAX_TOKENS} tokens, expected a call")
                self._paths[phrase, lang] = paths
            out.append(self._paths[phrase, lang])
        return out
