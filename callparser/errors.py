"""What can go wrong, as one tree.

::

    CallparserError          code "error"
    ├── InputError           code "bad-input"       a request that cannot be read
    │   └── InvalidTable     code "bad-table"       cards, seats or tricks that cannot be read
    ├── SourceError          code "bad-source"      a file of ours with a mistake in it
    │   ├── GrammarError     code "bad-grammar"     grammars/<lang>/*.yaml
    │   └── EditionError     code "bad-edition"     law/editions/*.yaml
    ├── ModelMissing         code "model-missing"   no speech model, or an incomplete one
    ├── InstallFailed        code "install-failed"  a model that cannot be fetched, unpacked or kept
    ├── EngineFailed         code "engine-failed"   the recogniser broke or did not answer
    ├── MicrophoneMissing    code "microphone-missing"  no microphone, or nothing to reach one with
    └── NotKept              code "not-kept"        a setting or a habit that cannot be written

What happens at a table (a void call, an ambiguity, a claim) is never an exception; it is a value,
see :mod:`callparser.outcome`. Codes are stable: they go on the wire unchanged.
"""

from __future__ import annotations


class CallparserError(Exception):
    """Root of the tree. ``str()`` says what was found, what was expected and what to do."""

    code = "error"


class InputError(CallparserError):
    """A request that cannot be read: broken JSON, a wrong type, too much of something."""

    code = "bad-input"


class InvalidTable(InputError):
    """Cards, seats or tricks that cannot be read, or that contradict each other."""

    code = "bad-table"


class SourceError(CallparserError):
    """A file of ours with a mistake in it. Carries ``file`` and ``line`` (1-based, 0 = unknown)."""

    code = "bad-source"

    def __init__(self, message: str, file: str = "", line: int = 0) -> None:
        where = f"{file}:{line}: " if line else f"{file}: " if file else ""
        super().__init__(where + message)
        self.file = file
        self.line = line


class GrammarError(SourceError):
    """A mistake in ``grammars/``: unknown key, unknown class, a template that does not parse."""

    code = "bad-grammar"


class EditionError(SourceError):
    """A mistake in an edition of the Laws, or an edition that does not exist."""

    code = "bad-edition"


class ModelMissing(CallparserError):
    """No speech model where one was expected, or an incomplete one."""

    code = "model-missing"


class InstallFailed(CallparserError):
    """A model that cannot be fetched, unpacked or kept. What was installed before is still there."""

    code = "install-failed"


class EngineFailed(CallparserError):
    """The recogniser process broke, was killed, or did not answer in time."""

    code = "engine-failed"


class MicrophoneMissing(CallparserError):
    """No microphone, not that one, or no library to reach one with. Typed calls go on without it."""

    code = "microphone-missing"


class NotKept(CallparserError):
    """A setting or a habit that cannot be written: it holds for this run and is then forgotten."""

    code = "not-kept"
