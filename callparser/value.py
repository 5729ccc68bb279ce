"""Frozen records that are cheap to define: the base of every value in this package.

A class lists its fields as a dataclass does, and type checkers treat it as a frozen one::

    class Card(Value):
        suit: Suit
        rank: Rank

Why not :mod:`dataclasses`: importing it and compiling the methods of sixty classes costs a command
line call five bare Python starts, most of them for classes that the call never uses. Here the
constructor of a class is compiled when its first object is made.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, TypeVar, dataclass_transform

    T = TypeVar("T", bound="Value")
else:

    def dataclass_transform(**_):
        return lambda cls: cls


@dataclass_transform(frozen_default=True)
class _Meta(type):
    """Turns the annotations of a class into slots; the fields of its bases come first."""

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> _Meta:
        own = [n for n, kind in space.get("__annotations__", {}).items() if not kind.startswith("ClassVar")]
        fields: tuple[str, ...] = ()
        defaults: dict[str, Any] = {}
        for base in bases:
            fields += getattr(base, "__match_args__", ())
            defaults |= getattr(base, "_defaults", {})
        defaults |= {n: space.pop(n) for n in own if n in space}
        space |= {"__slots__": tuple(own), "__match_args__": (*fields, *own), "_defaults": defaults}
        space["__init__"] = _first_init
        return super().__new__(mcs, name, bases, space)


def _first_init(self: Value, *args: Any, **kwargs: Any) -> None:
    """Compile the constructor of the class, then use it."""
    cls = type(self)
    scope: dict[str, Any] = {f"_set_{n}": getattr(cls, n).__set__ for n in cls.__match_args__}
    scope |= {f"_default_{n}": value for n, value in cls._defaults.items()}
    params = ", ".join(f"{n}=_default_{n}" if n in cls._defaults else n for n in cls.__match_args__)
    body = "; ".join(f"_set_{n}(self, {n})" for n in cls.__match_args__) or "pass"
    exec(f"def __init__(self{', ' if params else ''}{params}): {body}", scope)  # field names are identifiers
    type.__setattr__(cls, "__init__", scope["__init__"])
    cls.__init__(self, *args, **kwargs)


class Value(metaclass=_Meta):
    """A frozen, slotted record: equal to another of its class with equal fields, hashable, printable."""

    __match_args__: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen; use replace() for a changed copy")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__match_args__)

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in self.__match_args__)))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({shown})"

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), tuple(getattr(self, name) for name in self.__match_args__)


def replace(value: T, **changes: object) -> T:
    """A copy with some fields changed. Raises :class:`TypeError` for a field that is not there."""
    fields = {name: getattr(value, name) for name in value.__match_args__}
    if not changes.keys() <= fields.keys():
        raise TypeError(f"{type(value).__name__} has no field {sorted(changes.keys() - fields.keys())}")
    return type(value)(**(fields | changes))
