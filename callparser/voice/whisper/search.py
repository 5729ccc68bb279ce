"""One pass of the decoder over a tree of tokens, with everything or with the best branches only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from callparser.voice.whisper.network import Decoding, Ints, Network
from callparser.voice.whisper.tokens import Tokens
from callparser.voice.whisper.trie import Trie
from callparser.voice.whisper.weights import Floats

Doubles = npt.NDArray[np.float64]

#: So many of the most frequent tokens share the probability; all 51,865 would take twice as long. The notes
#: are of two minds: the same result over a whole tree, but with a beam 2 of 20 calls of one voice were lost.
FREQUENT: Final = 6000


@dataclass(frozen=True, slots=True)
class Scores:
    """Logarithms of probabilities for every node of a tree: ``step`` of its token after those before it,
    ``end`` of the sentence ending there. Minus infinity where the search did not come."""

    step: Doubles
    end: Doubles

    @classmethod
    def of(cls, nodes: int, value: float) -> Scores:
        return cls(np.full(nodes, value), np.full(nodes, value))


class Output:
    """From what the decoder makes to probabilities, over :data:`FREQUENT` Latin tokens and the one asked for.

    The sum does not depend on the other tokens of the tree: a phrase has the same score in every list.
    """

    def __init__(self, network: Network, tokens: Tokens) -> None:
        self._network = network
        kept = sorted({*tokens.latin(FREQUENT), *tokens.ends})
        self._columns = {token: column for column, token in enumerate(kept)}
        self._weights = np.ascontiguousarray(network.rows(np.array(kept)).T)
        self._ends = np.array([self._columns[token] for token in tokens.ends])
        self._rare: dict[int, Floats] = {}

    def ends(self, logits: Floats, total: Doubles) -> Doubles:
        """The end of the sentence, in any of its forms."""
        return _log_sum(logits[:, self._ends]) - total

    def logits(self, made: Floats) -> tuple[Floats, Doubles]:
        """``[n, kept]``, and the logarithm of each row's sum of exponentials."""
        logits = made @ self._weights
        return logits, _log_sum(logits)

    def token(self, token: int, made: Floats, logits: Floats, total: float) -> float:
        """``token`` after one row of what the decoder made."""
        if (column := self._columns.get(token)) is not None:
            return float(logits[column]) - total
        if token not in self._rare:
            self._rare[token] = self._network.rows(np.array([token]))[0]
        logit = float(made @ self._rare[token])
        return logit - float(np.logaddexp(total, logit))


def search(
    decoding: Decoding, output: Output, prompt: tuple[int, ...], trie: Trie, *,
    discount: Scores | None = None, breadth: int | None = None,
) -> Scores:  # fmt: skip
    """The scores of the nodes, less their ``discount``.

    With a ``breadth`` only so many nodes of each depth are followed, those with the best sums.
    """
    less = discount or Scores.of(len(trie), 0.0)
    found = Scores.of(len(trie), -np.inf)
    sums = np.full(len(trie), -np.inf)
    sums[0] = found.step[0] = 0.0
    level, seen = [0], {0: np.ones((1, len(prompt)), np.bool_)}
    made = _prompted(decoding, prompt)
    while True:
        logits, totals = output.logits(made)
        found.end[level] = output.ends(logits, totals) - less.end[level]
        below: list[int] = []
        for row, node in enumerate(level):
            for child in trie.children[node]:
                score = output.token(trie.paths[child][-1], made[row], logits[row], float(totals[row]))
                found.step[child] = score - less.step[child]
                sums[child] = sums[node] + found.step[child]
                below.append(child)
        if not below:
            return found
        level = sorted(below, key=lambda node: -sums[node])[:breadth]
        made = _stepped(decoding, trie, level, seen, len(prompt))


def phrase_scores(trie: Trie, found: Scores) -> Doubles:
    """For every phrase of the tree the sum over its spellings; minus infinity where none was reached."""
    sums = np.zeros(len(trie))
    for node in range(1, len(trie)):
        sums[node] = sums[trie.parents[node]] + found.step[node]
    out = np.full(trie.phrases, -np.inf)
    for node, phrases in trie.ends.items():
        for phrase in phrases:
            out[phrase] = np.logaddexp(out[phrase], sums[node] + found.end[node])
    return out


def _prompted(decoding: Decoding, prompt: tuple[int, ...]) -> Floats:
    """What the decoder makes of the last token of the prompt."""
    places = np.arange(len(prompt))
    made = decoding.step(np.array(prompt), places, np.tri(len(prompt), dtype=np.bool_))
    return made[-1:]


def _stepped(
    decoding: Decoding, trie: Trie, level: list[int], seen: dict[int, npt.NDArray[np.bool_]], before: int
) -> Floats:
    """One more token on every branch; ``seen`` are the rows of what each node may look back at."""
    start = max(row.shape[1] for row in seen.values())
    visible = np.zeros((len(level), start + len(level)), np.bool_)
    for row, node in enumerate(level):
        parent = seen[trie.parents[node]]
        visible[row, : parent.shape[1]] = parent
        visible[row, start + row] = True
        seen[node] = visible[row : row + 1]
    tokens: Ints = np.array([trie.paths[node][-1] for node in level])
    places: Ints = np.full(len(level), before + len(trie.paths[level[0]]) - 1)
    return decoding.step(tokens, places, visible)


def _log_sum(x: Floats) -> Doubles:
    top = x.max(1)
    out: Doubles = np.log(np.exp(x - top[:, None]).sum(1, dtype=np.float64)) + top
    return out
