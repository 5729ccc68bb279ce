"""Events as a table tells them, for a dummy that holds ♠AQ74 ♥K82 ♣T2 (the first example of the page)."""

from __future__ import annotations

from typing import Any

from callparser.explainer.messages import load_messages

Row = dict[str, Any]


def answer(outcome: str, clause: str, explanation: str, **more: Any) -> Row:
    return {"outcome": outcome, "card": None, "candidates": [], "clause": clause, "edition": "wbf-2017",
            "explanation": explanation, "status": "settled", "intent": {"kind": "low"}} | more  # fmt: skip


def heard(text: str, n: int = 1, by: str = "text") -> Row:
    return {"type": "heard", "n": n, "by": by, "text": text}


def resolution(answer: Row, say: str, state: str = "standing", n: int = 1, lang: str = "sv") -> Row:
    return {"type": "resolution", "n": n, "state": state, "answer": answer, "say": say, "lang": lang,
            "replaces": None}  # fmt: skip


def prompt(code: str, say: str, cards: str = "", n: int = 1, plays_in_s: float | None = None) -> Row:
    names = load_messages("sv")
    options = [{"n": at, "card": card, "name": names.card(card)} for at, card in enumerate(cards.split(), 1)]
    return {"type": "prompt", "n": n, "code": code, "say": say, "options": options, "plays_in_s": plays_in_s}


def played(card: str, by: str = "call", n: int = 1) -> Row:
    return {"type": "played", "n": n, "card": card, "by": by}


def listening(on: bool) -> Row:
    return {"type": "listening", "on": on}


LOW = answer(
    "played", "46B1c", "Lågt: det lägsta kortet i hjärter, hjärter två.", card="H2", candidates=["H2"]
)
#: What comes of "lågt" where it is certain.
CALLED = (heard("lågt"), resolution(LOW, "Hjärter två."), played("H2"))
#: What comes of it where everything waits for a yes.
CONFIRM = (
    heard("lågt"),
    resolution(LOW, "", "confirm"),
    prompt("confirm", "Hjärter två. Stämmer det?", "H2"),
)
CHOOSE = (
    heard("honnör"),
    resolution(answer("ask", "46B", "Honnör, och flera får spelas."), "", "choose"),
    prompt("choose", "Flera får spelas: hjärter kung, hjärter åtta.", "HK H8"),
)
VOID = (
    heard("ruter"),
    resolution(
        answer("void", "46B4", "Träkarlen har ingen ruter.", candidates=["HK", "H8", "H2"]), "", "idle"
    ),
    prompt("again", "Uppfattade inte; säg om."),
)
DEFENDERS = (
    heard("vad som helst"),
    resolution(answer("defender_designates", "46B5", "Varken färg eller valör är nämnd."), "", "idle"),
    prompt("defenders", "Endera motspelaren får bestämma kortet.", "HK H8 H2"),
)
NOT_UNDERSTOOD = ({"type": "not_understood", "n": 1, "reason": "silence", "say": "Uppfattade inte; säg om."},)
ERROR = ({"type": "error", "code": "recogniser_lost", "message": "the recogniser is gone", "fatal": False},)
