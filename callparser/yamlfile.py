"""A YAML file of ours, read as strings only, whose every complaint names file and line.

Strings only, so that ``no`` and ``on`` stay words and ``10`` stays what was written.
"""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Final

import yaml

from callparser.errors import SourceError

#: No file of ours comes near this.
MAX_BYTES: Final = 1_000_000

Node = yaml.Node


class YamlFile:
    """One file. ``error`` is the class of error it raises; ``name`` is how errors call it."""

    def __init__(self, path: str | PathLike[str], error: type[SourceError]) -> None:
        self.path = Path(path)
        self.name = f"{self.path.parent.name}/{self.path.name}"
        self._error = error

    def error(self, message: str, node: Node | None = None) -> SourceError:
        """An error at a node, to be raised by the caller."""
        return self._error(message, self.name, node.start_mark.line + 1 if node else 0)

    def root(self) -> Node:
        """The top of the file. Raises for a file that is unreadable, too large, no UTF-8 or no YAML."""
        try:
            data = self.path.read_bytes()
            if len(data) > MAX_BYTES:
                raise self.error(f"the file has {len(data)} bytes; at most {MAX_BYTES}")
            node = yaml.compose(data.decode("utf-8"), Loader=yaml.BaseLoader)
        except (OSError, UnicodeDecodeError) as err:
            raise self.error(f"cannot be read: {err}") from err
        except yaml.YAMLError as err:
            mark = getattr(err, "problem_mark", None)
            problem = getattr(err, "problem", None) or err
            raise self._error(f"not YAML: {problem}", self.name, mark.line + 1 if mark else 0) from err
        if node is None:
            raise self.error("the file is empty; expected a mapping of names to values")
        return node

    def items(self, node: Node) -> Iterator[tuple[str, Node, Node]]:
        """The entries of a mapping: key, value node, key node. A key may stand once."""
        if not isinstance(node, yaml.MappingNode):
            raise self.error("expected a mapping of names to values here", node)
        seen: set[str] = set()
        for name, value in node.value:
            if name.value in seen:
                raise self.error(f"{name.value!r} stands twice in this mapping", name)
            seen.add(name.value)
            yield name.value, value, name

    def mapping(self, node: Node, what: str, names: tuple[str, ...]) -> dict[str, Node]:
        """A mapping with exactly the keys ``names``."""
        rows = {}
        for key, value, where in self.items(node):
            if key not in names:
                raise self.error(f"{what}: the key {key!r} is unknown; it takes {', '.join(names)}", where)
            rows[key] = value
        missing = [name for name in names if name not in rows]
        if missing:
            raise self.error(f"{what}: {', '.join(missing)} is missing", node)
        return rows

    def text(self, node: Node, what: str) -> str:
        """A scalar that is not blank."""
        if not isinstance(node, yaml.ScalarNode) or not node.value.strip():
            raise self.error(f"{what} is not a text; write some words there", node)
        return str(node.value)

    def strings(self, node: Node) -> list[tuple[str, Node]]:
        """A scalar or a list of scalars, each with its node."""
        if isinstance(node, yaml.ScalarNode):
            return [(node.value, node)] if node.value else []
        if not isinstance(node, yaml.SequenceNode):
            raise self.error("expected a phrase or a list of phrases", node)
        for child in node.value:
            if not isinstance(child, yaml.ScalarNode):
                raise self.error("expected a phrase", child)
        return [(child.value, child) for child in node.value]

    def list(self, node: Node, what: str) -> list[Node]:
        """The members of a list."""
        if not isinstance(node, yaml.SequenceNode):
            raise self.error(f"expected a list of {what}", node)
        return list(node.value)
