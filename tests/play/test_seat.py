"""A seat at a table manager's table: every role, and what a bad manager may send."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.cards import Card
from callparser.cli.main import main
from callparser.errors import EngineFailed, InputError
from callparser.play.bidding import may_call, read_bid
from callparser.play.connection import Connection
from callparser.play.deal import random_deal
from callparser.play.managing import read_message
from callparser.play.seat import Sitting
from callparser.record.board import Call
from callparser.table import Seat
from callparser.voice.engine import Heard
from tests.play.manager import Manager, in_words

N, E, S, W = Seat


def sit(manager: Manager, bids: list[str], *, lang: str = "sv", chance: Random, patient: bool = False):
    """Play the whole session: these bids, then pass; of the cards that may be played, one by chance."""
    said, told = [], []
    with Connection("127.0.0.1", manager.port, 30) as line:
        sitting = Sitting(line, manager.seat, "Team", told.append, lang=lang, patient=patient)
        sitting.begin()
        while not sitting.over:
            sitting.go_on()
            if sitting.over or not sitting._asked:
                continue
            if sitting.at is None:
                text = bids.pop(0) if bids else "pass"
            else:
                text = sitting.messages.card(chance.choice(list(sitting.at.legal)).code)
            sitting.typed(text)
            said.append(text)
    manager.join(10)
    assert manager.fault == ""
    return said, told


#: The seat that sits there, its bids, and those of the others: each role, and passed out.
ROLES = [
    (S, ["1 sang"], {}),
    (N, ["4 spader"], {E: ["Pass", "X"]}),
    (S, [], {N: ["3NT"]}),
    (E, [], {S: ["2H"], W: ["X"]}),
    (W, ["dubbelt"], {S: ["2D", "XX"]}),
    (W, [], {}),
]


@pytest.mark.parametrize(("seat", "bids", "others"), ROLES)
@pytest.mark.parametrize("seed", [1, 4])
def test_a_session(seat: Seat, bids: list[str], others: dict, seed: int) -> None:
    boards = [random_deal(seed), random_deal(seed + 1)]
    manager = Manager(boards, seat, others, Random(seed))
    manager.start()
    _, told = sit(manager, [*bids], chance=Random(seed))
    assert bool(manager.played) == bool(bids or others)
    assert all(at.over for at in manager.played)
    tricks = [row for row in told if row["event"] == "trick"]
    assert len(tricks) == 13 * len(manager.played)
    assert told[-1]["notice"] == "session-over"


def test_a_live_table_plays_the_same() -> None:
    manager = Manager([random_deal(3)], S, {}, Random(3))
    manager.start()
    _, told = sit(manager, ["1nt"], chance=Random(3), patient=True)
    assert len([row for row in told if row["event"] == "card"]) == 52


def test_from_the_command_line(tmp_path, capsys) -> None:
    manager = Manager([random_deal(2)], S, {}, Random(2))
    manager.start()
    said, _ = sit(manager, ["1 notrump"], lang="en", chance=Random(2))
    script = tmp_path / "calls.txt"
    lines = ["the score", "one spade please", "my hand", *said]
    script.write_text("\n".join(lines), "utf-8")
    again = Manager([random_deal(2)], S, {}, Random(2))
    again.start()
    options = ["--port", str(again.port), "--seat", "S", "--team", "Team", "--lang", "en", "--plain"]
    assert main(["seat", *options, "--script", str(script)]) == 0
    again.join(10)
    assert again.fault == ""
    shown = capsys.readouterr().out.splitlines()
    at = shown.index("> 1 notrump")
    assert shown[at + 1] == "1 notrump."  # what comes of it is told after it
    assert "That is no bid. Say such as 1 spade, 2 notrump, pass or double." in shown
    assert shown[-1] == "The session is over."
    assert again.played == manager.played


# --- bad managers -----------------------------------------------------------------------------------------


def a_server(data: bytes, *, stay: bool = False, then: bytes = b"") -> tuple[int, threading.Event]:
    """Sends this to whoever connects, and hangs up unless it is to stay."""
    server, done = socket.create_server(("127.0.0.1", 0)), threading.Event()

    def run() -> None:
        with suppress(OSError), server, server.accept()[0] as connection:
            connection.sendall(data)
            if then:
                time.sleep(0.1)
                connection.sendall(then)
            if stay:
                done.wait(10)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(4096):
                pass

    threading.Thread(target=run, daemon=True).start()
    return server.getsockname()[1], done


def take_part(sitting: Sitting) -> None:
    sitting.begin()
    sitting.go_on()
    while sitting._asked and sitting.at is None:
        sitting.typed("pass")
        sitting.go_on()


SEATED = b'SOUTH ("Team") seated\r\nTeams : N/S : "Team". E/W : "O"\r\n'
BOARD = SEATED + b"Start of board\r\nBoard number 1. Dealer WEST. Neither vulnerable.\r\n"
HAND = BOARD + f"SOUTH's cards : {in_words(random_deal(1).hands[2])}\r\n".encode()
PLAY = HAND + b"WEST bids 1NT\r\nNORTH passes\r\nEAST passes\r\n"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "closed the connection"),
        (b"\r\n\r\n", "closed the connection"),
        (b'NORTH ("Team") seated\r\n', "sent 'NORTH seated'; expected SOUTH seated"),
        (HAND + b"Start of board\r\n", "sent 'StartOfBoard'; expected the board before it"),
        (HAND + b"End of session\r\n", "sent 'EndOfSession'; expected the board before it"),
        (PLAY + b"Start of board\r\n", "expected the board before it"),
        (SEATED + b"Start of board\r\nStart of board\r\n", "expected the board before it"),
        (SEATED + b"Board number 1. Dealer WEST. Neither vulnerable.\r\n", "expected the start of a board"),
        (b"hello\r\n", "sent 'hello'; expected a message of the table manager protocol"),
        (b"\xff\xfe\x00\x1b[2J\r\n", "expected a message of the table manager protocol"),
        (b"x" * 5000, "lines of at most 1024 characters"),
        (b"x" * 2000 + b"\r\n", "lines of at most 1024 characters"),
        (b"End of session\r\n", "expected seated"),
        (b'SOUTH ("Team") seated\r\nEnd of session\r\n', "expected the teams"),
        (SEATED + b"Error: no such seat\r\n", "said 'Error: no such seat'"),
        (SEATED + b'SOUTH ("Team") seated\r\n', "sent 'Seated'; expected play to go on"),
        (SEATED + b"SOUTH to lead\r\n", "expected that from who is to lead"),
        (SEATED + b"NORTH bids 1NT\r\n", "expected a bid that may be made"),
        (SEATED + b"NORTH plays 5H\r\n", "expected a card from who is to play"),
        (BOARD + b"SOUTH's cards : S A K. H -. D -. C -.\r\n", "expected 13 different cards"),
        (BOARD + b"SOUTH's cards : S 1 K. H -. D -. C -.\r\n", "expected ranks such as A K 10 2"),
        (BOARD + b"Dummy's cards : S A K Q J T 9 8 7 6 5 4 3 2. H -. D -. C -.\r\n", "cards of dummy"),
        (HAND + b"EAST passes\r\n", "EAST Pass"),
        (HAND + b"WEST bids 8NT\r\n", "expected a message"),
        (HAND + b"WEST bids 1NT\r\nNORTH bids 1C\r\n", "NORTH 1C"),
        (HAND + b"WEST doubles\r\n", "WEST X"),
        (HAND, "closed the connection"),
        (BOARD + b"Board number 2. Dealer EAST. Both vulnerable.\r\n", "expected the cards"),
        (PLAY + b"WEST to lead\r\n", "expected that from who is to lead"),
        (PLAY + b"EAST plays 5H\r\n", "EAST plays H5"),
        (
            PLAY + f"Dummy's cards : {in_words(random_deal(1).hands[1])}\r\n".encode(),
            "cards of dummy",
        ),
        (PLAY + b"NORTH plays 5H\r\nNORTH plays 5H\r\n", "NORTH plays H5"),
    ],
)
def test_what_a_bad_manager_sends(data: bytes, says: str) -> None:
    port, _ = a_server(data)
    with Connection("127.0.0.1", port, 10) as line:
        sitting = Sitting(line, S, "Team", lambda row: None)
        with pytest.raises(EngineFailed) as found:
            take_part(sitting)
    assert says in str(found.value)
    assert "\x1b" not in str(found.value)


def test_a_silent_manager() -> None:
    port, done = a_server(b"", stay=True)
    with Connection("127.0.0.1", port, 0.2) as line, pytest.raises(EngineFailed, match=r"nothing for 0\.2 s"):
        Sitting(line, S, "Team", lambda row: None).begin()
    done.set()


def go_on_for_ever(sitting: Sitting) -> None:
    while True:
        sitting.go_on()


@pytest.mark.parametrize("data", [SEATED, SEATED + b"\r\n", SEATED + b"Start of bo", SEATED + b"\x01\r\nEnd"])
@pytest.mark.parametrize("apart", [False, True])
def test_a_live_seat_waits_no_longer_for_a_silent_manager(data: bytes, apart: bool) -> None:
    """Nothing, a blank line or a part of a line is no message; it never keeps the person from being heard."""
    first = SEATED if apart else data
    port, done = a_server(first, stay=True, then=data[len(first) :])
    with Connection("127.0.0.1", port, 0.4) as line:
        sitting = Sitting(line, S, "Team", lambda row: None, patient=True)
        sitting.begin()
        sitting.go_on()  # returns, though nothing has come
        with pytest.raises(EngineFailed, match=r"nothing for 0\.4 s"):
            go_on_for_ever(sitting)
    done.set()


def test_nobody_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(InputError, match="no table manager answers"):
        Connection("127.0.0.1", port, 1)


def test_an_error_leaves_no_traceback(capsys) -> None:
    port, _ = a_server(b"nonsense\r\n")
    assert main(["seat", "--port", str(port), "--seat", "S", "--script", "/dev/null"]) == 2
    assert "sent 'nonsense'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--seat", "Q"], "is not a seat"),
        (["--seat", "S", "--port", "0"], "--port is 0; expected 1 to 65535"),
        (["--seat", "S", "--timeout", "-1"], "--timeout is -1"),
        (["--seat", "S", "--team", 'a"b'], "--team is"),
        (["--seat", "S", "--team", "Gävle"], "ASCII"),
        (["--seat", "S", "--script", "a", "--wav", "b"], "--script and --wav were given"),
    ],
)
def test_bad_options(options: list[str], says: str, capsys) -> None:
    assert main(["seat", *options]) == 2
    assert says in capsys.readouterr().err


# --- what is final ----------------------------------------------------------------------------------------


class Line:
    """What a manager has to say, and what he was sent."""

    def __init__(self, data: bytes) -> None:
        self._messages: list[object] = []
        self.sent: list[str] = []
        self.more(data)

    def more(self, data: bytes) -> None:
        self._messages += [read_message(line) for line in data.decode().splitlines()]

    def send(self, line: str) -> None:
        self.sent.append(line)

    def waits(self, seconds: float) -> bool:
        return bool(self._messages)

    def receive(self):
        return self._messages.pop(0)


def at_table(data: bytes, **options) -> tuple[Sitting, Line, list[dict]]:
    line, told = Line(data), []
    sitting = Sitting(line, S, "Team", told.append, lang="en", patient=True, **options)
    sitting.begin()
    sitting.go_on()
    line.sent.clear()
    return sitting, line, told


SOUTH_BIDS = HAND.replace(b"Dealer WEST", b"Dealer SOUTH")
BIDS = [("seven no trump", "SOUTH bids 7NT"), ("pass", "SOUTH passes"), ("1 spade", "SOUTH bids 1S")]


def spoken(text: str, confidence: float) -> Heard:
    return Heard(text, confidence, in_language=True)


@pytest.mark.parametrize(("words", "sends"), BIDS)
@pytest.mark.parametrize(("confidence", "always"), [(0.03, False), (0.79, False), (0.03, True), (1.0, True)])
def test_a_bid_in_doubt_waits_for_a_yes(words: str, sends: str, confidence: float, always: bool) -> None:
    sitting, line, _ = at_table(SOUTH_BIDS, always_confirm=always)
    assert sitting.heard(spoken(words, confidence)).speech.endswith("Is that right?")
    assert sitting.heard(spoken("yes", 0.5)).speech.endswith("Is that right?")
    assert sitting.repeat().speech.endswith("Is that right?")
    sitting.go_on()
    assert line.sent == []
    assert sitting.heard(spoken("no", 0.5)).speech == "Your bid."
    sitting.heard(spoken("yes", 1.0))
    sitting.go_on()
    assert line.sent == []
    sitting.heard(spoken(words, confidence))
    sitting.typed("what did you say now")  # no answer: the question is gone
    sitting.typed("yes")
    sitting.go_on()
    assert line.sent == []
    sitting.heard(spoken(words, confidence))
    sitting.typed("yes")
    sitting.go_on()
    assert line.sent[0] == sends


@pytest.mark.parametrize(("words", "sends"), BIDS)
def test_a_bid_without_doubt_is_sent(words: str, sends: str) -> None:
    for call in (lambda sitting: sitting.typed(words), lambda sitting: sitting.heard(spoken(words, 0.9))):
        sitting, line, _ = at_table(SOUTH_BIDS)
        call(sitting)
        assert line.sent == []
        sitting.go_on()
        assert line.sent[0] == sends


@pytest.mark.parametrize("words", ["no", "undo", "wait", "not that", "oops"])
def test_a_bid_may_be_taken_back_until_it_is_sent(words: str) -> None:
    sitting, line, _ = at_table(SOUTH_BIDS)
    sitting.typed("7NT")
    assert sitting.typed(words).speech == "Your bid."
    sitting.typed("7NT")
    sitting.heard(spoken("pass", 0.3))  # perhaps another: neither is sent
    sitting.go_on()
    assert line.sent == []


@pytest.mark.parametrize("confidence", [1.0, 0.3])  # it stands, or waits for a "yes"
@pytest.mark.parametrize(
    "words",
    ["no, 2 spades", "I meant two spades", "sorry, two spades", "change to pass", "double", "hmm",
     "make it two spades", "stop", "1 spaed", "the bid", "next one", spoken("", 0.0),
     spoken("two spaces", 0.1), Heard("två spader", 0.9, in_language=False)],
)  # fmt: skip
def test_a_bid_is_not_sent_after_what_is_no_yes(words: str | Heard, confidence: float) -> None:
    sitting, line, _ = at_table(SOUTH_BIDS)
    sitting.heard(spoken("1 spade", confidence))
    reply = sitting.typed(words) if isinstance(words, str) else sitting.heard(words)
    assert reply.speech.startswith("1 spade is taken back.")
    sitting.go_on()
    sitting.typed("yes")
    sitting.go_on()
    assert line.sent == []
    sitting.typed("2 spades")
    sitting.go_on()
    assert line.sent[0] == "SOUTH bids 2S"


@pytest.mark.parametrize(
    ("lang", "words"),
    [*[("en", words) for words in ("no, 2 spades", "I meant two spades", "change to pass", "hmm", "1 spaed")],
     *[("sv", words) for words in ("nej två spader", "jag menade två spader", "vänta", "hoppsan, pass")]],
)  # fmt: skip
def test_a_list_of_calls_holds_a_bid_that_may_be_corrected(lang: str, words: str) -> None:
    line = Line(SOUTH_BIDS)
    sitting = Sitting(line, S, "Team", lambda row: None, lang=lang)
    sitting.begin()
    sitting.go_on()
    line.sent.clear()
    sitting.typed("1 spade" if lang == "en" else "1 spader")
    sitting.typed(words)
    assert line.sent == []
    assert sitting._bids.called == ""


def test_a_bid_stays_while_something_is_asked() -> None:
    sitting, line, _ = at_table(SOUTH_BIDS)
    sitting.typed("1 spade")
    for words in ("my hand", "repeat", "yes"):
        assert "taken back" not in sitting.typed(words).speech
    sitting.go_on()
    assert line.sent[0] == "SOUTH bids 1S"


def test_where_every_bid_is_asked_a_typed_one_is_too() -> None:
    sitting, line, _ = at_table(SOUTH_BIDS, always_confirm=True)
    sitting.typed("7NT")
    sitting.go_on()
    assert line.sent == []


#: West declares; dummy has followed to north's lead, and it is for south to play.
MY_TURN = (
    PLAY
    + b"NORTH plays 5H\r\n"
    + f"Dummy's cards : {in_words(random_deal(1).hands[1])}\r\n".encode()
    + b"EAST plays 8H\r\n"
)


def defending() -> tuple[Sitting, Line, list[dict]]:
    sitting, line, told = at_table(MY_TURN)
    sitting.typed("pass")
    sitting.go_on()
    line.sent.clear()
    return sitting, line, told


@pytest.mark.parametrize("words", ["the rest are mine", "I claim", "I concede"])
def test_a_claim_is_told_that_it_is_not_sent(words: str) -> None:
    sitting, line, _ = defending()
    assert sitting.typed("low").row["state"] == "standing"
    said = sitting.typed(words).speech
    assert "takes no claims" in said
    assert sitting.messages.card(sitting._caller.stands.code) in said  # it is what will be sent
    assert sitting._caller.session.state == "standing"
    sitting.typed("undo")
    assert sitting.typed("undo").speech == "Nothing can be taken back: what was sent is final."
    assert line.sent == []


def test_a_suit_alone_names_no_card_to_a_defender_either() -> None:
    sitting, line, _ = defending()
    reply = sitting.typed("hearts")
    assert (reply.row["state"], reply.row["clause"]) == ("choose", "45A")
    sitting.go_on()
    assert line.sent == []


def test_a_revoke_that_can_be_seen_is_told() -> None:
    """West shows out of hearts, and has one all the same."""
    then = b"WEST plays 6C\r\nSOUTH to lead\r\nWEST plays QH\r\n"
    sitting, line, told = defending()
    line.more(then)
    for words in ("the nine of hearts", "the three of hearts"):
        sitting.typed(words)
        sitting.go_on()
    revoked = [row["text"] for row in told if row.get("notice") == "revoked"]
    assert revoked == ["West had shown out of hearts: a revoke (61A). Call the director."]


# --- lines ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["north plays 10h", "North plays TH", "NORTH  plays HT.", "NORTH plays H10", "NORTH PLAYS th"],
)
def test_a_card_in_many_hands(line: str) -> None:
    assert read_message(line).card == Card.parse("HT")


@pytest.mark.parametrize(
    ("line", "call", "alert"),
    [
        ("South bids 1NT Alert. 12 to 14", "1NT", "12 to 14"),
        ("SOUTH bids 1 NT", "1NT", ""),
        ("south bids 2c. Alert.", "2C", ""),
        ("SOUTH Passes", "Pass", ""),
        ("SOUTH doubles.", "X", ""),
        ("SOUTH redoubles", "XX", ""),
    ],
)
def test_a_bid_in_many_hands(line: str, call: str, alert: str) -> None:
    found = read_message(line)
    assert (found.seat, found.call, found.alert) == (S, call, alert)


@pytest.mark.parametrize(
    ("text", "lang", "call"),
    [
        ("1 spader", "sv", "1S"),
        ("en spader", "sv", "1S"),
        ("två sang", "sv", "2NT"),
        ("3NT", "sv", "3NT"),
        ("4 r", "sv", "4D"),
        ("Pass.", "sv", "Pass"),
        ("dubbelt", "sv", "X"),
        ("redubbelt", "sv", "XX"),
        ("seven no trump", "en", "7NT"),
        ("2c", "en", "2C"),
        ("no bid", "en", "Pass"),
        ("dubbel", "sv", "X"),
        ("1♠", "sv", "1S"),
        ("1 ♥\ufe0f", "en", "1H"),
        ("i bid 1 spade", "en", "1S"),
        ("jag bjuder 3 sang", "sv", "3NT"),
        ("stopp två hjärter", "sv", "2H"),
        ("Stopp! 2 hjärter", "sv", "2H"),
        ("stop, I bid 2 hearts", "en", "2H"),
        ("stopp", "sv", None),
        ("stopp spader", "sv", None),
        ("i bid", "en", None),
        ("8 spader", "sv", None),
        ("spader", "sv", None),
        ("1", "sv", None),
        ("lågt", "sv", None),
        ("1 spader tror jag", "sv", None),
        ("", "en", None),
    ],
)
def test_bids_in_words(text: str, lang: str, call: str | None) -> None:
    assert read_bid(text, lang) == call


@pytest.mark.parametrize(
    ("made", "call", "may"),
    [
        ("", "X", False),
        ("", "Pass", True),
        ("", "1C", True),
        ("1S", "1H", False),
        ("1S", "1NT", True),
        ("1S", "2C", True),
        ("1S", "X", True),
        ("1S Pass", "X", False),
        ("1S Pass Pass", "X", True),
        ("1S X", "XX", True),
        ("1S Pass Pass X", "XX", True),
        ("1S X Pass", "XX", False),
        ("1S X", "X", False),
        ("1S X XX", "X", False),
        ("7NT", "7S", False),
    ],
)
def test_what_may_be_bid(made: str, call: str, may: bool) -> None:
    """The last seat to have called is south; west is to call, and the bids go back from there."""
    calls = made.split()
    first = W.after(-len(calls))
    auction = [Call(first.after(steps), text) for steps, text in enumerate(calls)]
    assert may_call(auction, W, call) == may


@given(st.text(max_size=80) | st.from_regex(r"(NORTH|Teams :|Dummy's cards :|Board number) .{0,60}"))
def test_any_line_is_a_message_or_an_error_of_ours(line: str) -> None:
    with suppress(EngineFailed):
        read_message(line)
