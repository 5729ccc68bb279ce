"""All spellings of all phrases as one tree of tokens: what they begin with in common is computed once."""

from __future__ import annotations

from collections.abc import Iterable

TokenPath = tuple[int, ...]


class Trie:
    """Nodes are numbers, the root is 0, and a parent comes before its children.

    ``ends`` are the phrases (by number) that end at a node.
    """

    def __init__(self, spelled: Iterable[Iterable[TokenPath]]) -> None:
        """``spelled`` has the token sequences of each phrase."""
        self.paths: list[TokenPath] = [()]
        self.parents: list[int] = [-1]
        self.children: list[list[int]] = [[]]
        self.ends: dict[int, list[int]] = {}
        self.phrases = 0
        nodes: dict[TokenPath, int] = {(): 0}
        for number, paths in enumerate(spelled):
            self.phrases += 1
            for path in paths:
                ends = self.ends.setdefault(self._grow(path, nodes), [])
                if number not in ends:
                    ends.append(number)

    def __len__(self) -> int:
        return len(self.paths)

    def _grow(self, path: TokenPath, nodes: dict[TokenPath, int]) -> int:
        node = 0
        for end in range(1, len(path) + 1):
            head = path[:end]
            if head not in nodes:
                nodes[head] = len(self.paths)
                self.children[node].append(nodes[head])
                self.paths.append(head)
                self.parents.append(node)
                self.children.append([])
            node = nodes[head]
        return node
