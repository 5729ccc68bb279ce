"""What a session answers, and how sure it must be of what was said."""

from __future__ import annotations

from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from callparser.jsonline import Row

#: A spoken call of less confidence is proposed, and played only after a "yes". On voices kept for tuning, one
#: right call in five is; none of the few wrong ones was surer.
SURE_HEARD: Final = 0.8
#: A typed call of less was repaired or guessed.
SURE_TYPED: Final = 0.99
#: A spoken "yes" of less is no answer.
SURE_YES: Final = 0.5


class Reply(Value):
    """What to show (``row``, as on the wire) and what to say. ``action``: quit, stop, slower or faster.
    ``replaces``: it goes on with what was spoken before, which counts no longer."""

    row: Row
    speech: str
    action: str = ""
    replaces: bool = False
