from callparser.cards import Card as Card
from callparser.cards import Hand as Hand
from callparser.cards import Rank as Rank
from callparser.cards import Suit as Suit
from callparser.designation import Ambiguous as Ambiguous
from callparser.designation import Designation as Designation
from callparser.designation import NotUnderstood as NotUnderstood
from callparser.errors import CallparserError as CallparserError
from callparser.explainer import explain as explain
from callparser.intentform import intent_in as intent_in
from callparser.intentform import intent_out as intent_out
from callparser.law.edition import load_edition as load_edition
from callparser.outcome import Ask as Ask
from callparser.outcome import DefenderDesignates as DefenderDesignates
from callparser.outcome import MustSpecify as MustSpecify
from callparser.outcome import NoCall as NoCall
from callparser.outcome import Played as Played
from callparser.outcome import Reading as Reading
from callparser.outcome import Step as Step
from callparser.outcome import Void as Void
from callparser.resolver import resolve as resolve
from callparser.table import LastTrick as LastTrick
from callparser.table import Play as Play
from callparser.table import Seat as Seat
from callparser.table import TableState as TableState
from callparser.table import Trick as Trick
from callparser.table import problems as problems
from callparser.understand import parse as parse
from callparser.wire import answer as answer

__version__: str
__all__: list[str]
