"""Double dummy by endplay, one line of JSON in and one out; started by :mod:`callparser.doubledummy.solver`.

In:  ``{"hands": "N:AK2... ... ...", "trumps": 4, "first": 1, "trick": ["H7"]}``, or with ``"table": true``
and no more than the hands. Out: ``{"SA": 9, ...}``, the tricks of the side to play by card, or the table: for
each denomination (S H D C NT) the tricks of north, east, south, west. It imports nothing of callparser.
"""

import json
import sys
import warnings

warnings.simplefilter("ignore")

from endplay.dds import calc_dd_table, solve_board  # noqa: E402
from endplay.types import Deal, Denom, Player  # noqa: E402


def cards(row: dict) -> dict:  # type: ignore[type-arg]
    deal = Deal(row["hands"], Player(row["first"]), Denom(row["trumps"]))
    for card in row["trick"]:
        deal.play(card, from_hand=False)
    return {f"{'SHDC'[one.suit]}{one.rank.abbr}": tricks for one, tricks in solve_board(deal)}


def table(row: dict) -> list:  # type: ignore[type-arg]
    found = calc_dd_table(Deal(row["hands"]))
    return [[found[Denom(suit), Player(seat)] for seat in range(4)] for suit in range(5)]


if __name__ == "__main__":
    for line in sys.stdin:
        asked = json.loads(line)
        answer = table(asked) if "table" in asked else cards(asked)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
