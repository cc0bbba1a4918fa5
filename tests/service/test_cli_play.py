"""A person at the terminal: what is typed becomes the action meant, and what is shown is what the seat may know."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from types import TracebackType

import pytest
from google.protobuf import json_format
from pageone import Client, actions
from pageone.v1 import action_pb2, card_pb2, event_pb2, rules_pb2, state_pb2, view_pb2
from pageone_engine.presets import AMERICAN_PAGE_ONE, PRESETS
from pageone_service.cli.local_rules import BY_NAME
from pageone_service.cli.phrases import PHRASES, phrase
from pageone_service.cli.rules_input import message_of
from pageone_service.cli.sitting import Sitting
from pageone_service.cli.table import Player, Table
from pageone_service.cli.typed import Command, NotUnderstoodError, read, suit_of
from pageone_service.cli.words import Narrator
from pageone_service.server import create_server
from pageone_service.settings import Settings
from rich.console import Console

SECONDS = 120
C2, C8 = card_pb2.CARD_CLUBS_TWO, card_pb2.CARD_CLUBS_EIGHT
D5, H5 = card_pb2.CARD_DIAMONDS_FIVE, card_pb2.CARD_HEARTS_FIVE
JOKER = card_pb2.CARD_JOKER
PENULTIMATE, LAST = action_pb2.CALL_PENULTIMATE, action_pb2.CALL_LAST


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server in this process."""
    settings = Settings(
        address="127.0.0.1:0", health_address="", admin_address="", log_level="error", log_format="text"
    )
    with create_server(settings) as server:
        yield server.address


# what is typed


def seen(
    hand: Sequence[card_pb2.Card.ValueType], *legal: action_pb2.Action, rules: rules_pb2.Rules | None = None
) -> view_pb2.MatchView:
    """Seat 1's view of a table with this hand and these listed actions."""
    return view_pb2.MatchView(
        viewer=view_pb2.Viewer(seat=1),
        version=7,
        phase=state_pb2.PHASE_TURN,
        turn=1,
        hand=hand,
        rules=rules or message_of(AMERICAN_PAGE_ONE),
        legal=view_pb2.LegalActions(actions=legal),
    )


HAND = (C2, C8, D5, H5, JOKER)


def made(action: action_pb2.Action) -> action_pb2.Action:
    """As seat 1 sends it for version 7."""
    action.version = 7
    return action


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", actions.play(1, [C2])),
        ("  1  ", actions.play(1, [C2])),
        ("１", actions.play(1, [C2])),
        ("3 4", actions.play(1, [D5, H5])),
        ("4 3", actions.play(1, [H5, D5])),
        ("2 h", actions.play(1, [C8], suit=card_pb2.SUIT_HEARTS)),
        ("2 d", actions.play(1, [C8], suit=card_pb2.SUIT_DIAMONDS)),
        ("2 ♠", actions.play(1, [C8], suit=card_pb2.SUIT_SPADES)),
        ("2 クラブ", actions.play(1, [C8], suit=card_pb2.SUIT_CLUBS)),
        ("1 ページワン", actions.play(1, [C2], call=PENULTIMATE)),
        ("1 Page One!", actions.play(1, [C2], call=PENULTIMATE)),
        ("1 pageone", actions.play(1, [C2], call=PENULTIMATE)),
        ("1 ストップ", actions.play(1, [C2], call=LAST)),
        ("5 s stop", actions.play(1, [JOKER], suit=card_pb2.SUIT_SPADES, call=LAST)),
        ("d", actions.draw(1)),
        ("引く", actions.draw(1)),
        ("p", actions.pass_turn(1)),
        ("!", actions.challenge(1)),
        ("！", actions.challenge(1)),
        ("w", actions.waive(1)),
        ("b", actions.dobon(1, 1)),
        ("b @3", actions.dobon(1, 3)),
        ("b 5 4 3 2 1", actions.dobon(1, 1, [JOKER, H5, D5, C8, C2])),
    ],
)
def test_a_line_is_the_action_meant(typed: str, meant: action_pb2.Action) -> None:
    assert read(typed, seen(HAND)) == made(meant)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("", Command.GO_ON), ("?", Command.HELP), ("？", Command.HELP), ("q", Command.LEAVE), ("QUIT", Command.LEAVE)],
)
def test_a_line_that_is_no_action(typed: str, meant: Command) -> None:
    assert read(typed, seen(HAND)) is meant


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("x", "not_understood"),
        ("pageone", "not_understood"),
        ("d 3", "not_understood"),
        ("0", "no_such_card"),
        ("6", "no_such_card"),
        ("99999999999999999999", "no_such_card"),
        ("3 3", "same_card_twice"),
        ("1 uno", "no_such_word"),
        ("o", "nobody_to_call_out"),
        ("9" * 5000, "no_such_card"),
        ("b @99999", "not_understood"),
    ],
)
def test_a_line_that_means_nothing_says_why(typed: str, reason: str) -> None:
    with pytest.raises(NotUnderstoodError) as error:
        read(typed, seen(HAND))
    assert error.value.reason == reason
    assert "{" not in phrase(error.value.reason, "ja", **error.value.values)


def test_d_is_diamonds_when_a_suit_is_to_be_named() -> None:
    """A20: before a wild starter's suit is named nothing else may be done, so `d` cannot be a draw."""
    naming = [actions.name_suit(1, suit) for suit in (card_pb2.SUIT_CLUBS, card_pb2.SUIT_DIAMONDS)]
    assert read("d", seen(HAND, *naming)) == made(actions.name_suit(1, card_pb2.SUIT_DIAMONDS))


def test_one_word_for_both_calls_means_the_one_that_is_owed() -> None:
    """C12: with one word for the last card but one and for the last, the cards left tell which is meant."""
    rules = message_of(AMERICAN_PAGE_ONE)
    rules.calls.last = rules.calls.penultimate
    for hand, call in (((C2, C8), PENULTIMATE), ((C2,), LAST)):
        assert read("1 pageone", seen(hand, rules=rules)) == made(actions.play(1, [C2], call=call))


def test_a_word_of_the_house_is_said_as_it_is_written() -> None:
    rules = message_of(AMERICAN_PAGE_ONE)
    rules.calls.penultimate = "Last Card, friends"
    assert read("1 last card friends", seen((C2, C8), rules=rules)) == made(actions.play(1, [C2], call=PENULTIMATE))
    with pytest.raises(NotUnderstoodError):
        read("1 pageone", seen((C2, C8), rules=rules))


def test_a_call_out_asks_what_for_when_there_are_two_things() -> None:
    missed, illegal = action_pb2.OFFENSE_MISSED_CALL, action_pb2.OFFENSE_ILLEGAL_PLAY
    both = [actions.call_out(1, 3, missed), actions.call_out(1, 3, illegal)]
    assert read("o", seen(HAND, both[0])) == made(both[0])
    assert read("o call", seen(HAND, *both)) == made(both[0])
    assert read("o @3 play", seen(HAND, *both)) == made(both[1])
    assert read("指摘 反則", seen(HAND, *both)) == made(both[1])
    for typed, reason in (("o", "which_offense"), ("o 2", "nobody_to_call_out")):
        with pytest.raises(NotUnderstoodError) as error:
            read(typed, seen(HAND, *both))
        assert error.value.reason == reason


def test_a_return_asks_whom_it_is_against_when_there_are_two() -> None:
    """A26, LAST_LAID: a return strikes one claimant of the level before."""
    view = seen(HAND)
    view.turn = 0
    view.phase = state_pb2.PHASE_CLAIMS
    view.claims.level = 2
    for seat in (2, 3):
        view.claims.dobons.add(seat=seat, against=0, level=1)
    with pytest.raises(NotUnderstoodError) as error:
        read("b", view)
    assert error.value.reason == "which_dobon"
    assert read("b @3", view) == made(actions.dobon(1, 3))
    view.turn = 1  # the struck player of a CONTESTED return strikes them all, by the lowest seat
    assert read("b", view) == made(actions.dobon(1, 2))


@pytest.mark.parametrize(("text", "suit"), [("h", 3), ("♦", 2), ("スペード", 4), ("clubs", 1), ("x", 0), ("", 0)])
def test_suits_by_letter_sign_and_word(text: str, suit: int) -> None:
    assert suit_of(text) == suit


# whole matches, typed into a process


@dataclass
class Terminal:
    """`pageone play` as a process: reads to the next prompt, types a line."""

    arguments: Sequence[str]
    said: str = ""
    process: subprocess.Popen[bytes] = field(init=False)

    def __enter__(self) -> Terminal:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pageone_service.cli", "play", *self.arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "COLUMNS": "300", "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"},
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()
        self.process.wait(SECONDS)

    def to_prompt(self) -> str | None:
        """What is said up to the next prompt; None when the process has ended."""
        assert self.process.stdout is not None
        told = b""
        while not told.endswith("› ".encode()):
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                self.said += told.decode()
                return None
            told += more
        self.said += told.decode()
        return told.decode()

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        self.said += f"{line}\n"


class Scripted:
    """A player who reads the screen: plays the first card that is not refused, says the words, draws or passes."""

    def __init__(self, words: tuple[str, str], *, forgets: bool = False) -> None:
        self.words = words
        self.forgets = forgets
        self.typed = ""

    def line(self, told: str) -> str:
        self.typed = self.choose(told)
        return self.typed

    def choose(self, told: str) -> str:
        keys = told.rstrip("› ").rstrip().splitlines()[-1]
        if told.startswith(tuple(text.partition("{")[0] for text in PHRASES["rejected"])):
            return self.typed.split()[0]  # no word is owed with a special card that is not allowed to finish (A18)
        if "c ♣" in keys:  # which suit?
            return "h"
        if "Enter" in keys:
            return ""
        if "c/d/h/s" in keys:
            return "s"
        return self.on_turn(told, keys)

    def on_turn(self, told: str, keys: str) -> str:
        playable = playable_keys(told)
        if playable:
            left = len(hand_keys(told)) - 1
            word = "" if left > 1 or self.forgets else self.words[1 - left]
            return f"{playable[0]} {word}".strip()
        return "d" if re.search(r"\bd ", keys) else "p"


def hand_line(told: str) -> str:
    starts = tuple(PHRASES["your_hand"])
    return [line for line in told.splitlines() if line.startswith(starts)][-1]


def hand_keys(told: str) -> list[str]:
    return re.findall(r"(\d+):\S", hand_line(told))


def playable_keys(told: str) -> list[str]:
    after = told[told.rindex(hand_line(told)) :].splitlines()[1:]
    refused: set[str] = set()
    for line in after:
        reason = re.match(r"(\d+(?: \d+)*)[:：]", line)
        if reason:
            refused.update(reason[1].split())
    return [key for key in hand_keys(told) if key not in refused]


def play_out(player: Scripted, *arguments: str) -> str:
    """A whole match; everything that was on the screen."""
    with Terminal(arguments) as terminal:
        for _ in range(5000):
            told = terminal.to_prompt()
            if told is None:
                break
            terminal.type(player.line(told))
        else:
            pytest.fail("the match does not end:\n" + terminal.said[-3000:])
    assert terminal.process.returncode == 0, terminal.said[-3000:]
    return terminal.said


@pytest.mark.parametrize(("language", "words"), [("en", ("pageone", "stop")), ("ja", ("ページワン", "ストップ"))])
@pytest.mark.parametrize("rules", ["american_page_one", "page_one"])
def test_a_person_plays_a_match_to_its_end(address: str, rules: str, language: str, words: tuple[str, str]) -> None:
    options = ("--address", address, "--language", language, "--seed", "scripted", "--seats", "3", "--rounds", "2")
    said = play_out(Scripted(words), rules, *options)
    assert said.count(phrase("round_won", language)) + said.count(phrase("round_blocked", language)) >= 2
    assert phrase("match_ended", language) in said
    assert phrase("next_round", language) in said
    assert re.search(r"[0-9a-f]{64}", said)


@pytest.mark.parametrize("rules", ["american_page_one", "illegal_called_out"])
def test_a_person_plays_by_solo_service(address: str, rules: str) -> None:
    """--solo: the same match to the person, without a host in its own process; the limit of 64 actions stops nobody."""
    options = ("--solo", "--address", address, "--language", "en", "--seats", "4", "--seat", "2", "--rounds", "2")
    said = play_out(Scripted(("pageone", "stop")), rules, *options)
    assert "Round 2 of 2" in said
    assert "The match is over" in said
    assert re.search(r"[0-9a-f]{64}", said)


def test_by_solo_service_the_server_draws_the_seed() -> None:
    command = [sys.executable, "-m", "pageone_service.cli", "play", "--solo", "--seed", "mine", "--language", "en"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert ended.returncode == 2
    assert "--seed: with --solo the server draws it" in ended.stderr


def test_a_person_plays_a_file_of_rules(address: str, tmp_path: Path) -> None:
    """C24: eight seats, every local rule (so every kind of prompt), and a turn limit that ends each round."""
    rules = message_of(BY_NAME["everything"].rules)
    rules.turn_limit = 40
    file = tmp_path / "house.json"
    file.write_text(json_format.MessageToJson(rules), encoding="utf-8")
    options = ("--address", address, "--language", "en", "--seed", "file", "--seats", "8", "--rounds", "2")
    said = play_out(Scripted(("nomusai", "pageban")), str(file), *options, "--seat", "3", "--bots", "easy")
    assert said.count("The round is void: the turn limit is reached") == 2
    for shown in ("Round 2 of 2", "w or Enter: nothing", "b dobon", "o call out", "The match is over"):
        assert shown in said


def test_without_an_address_a_server_is_started_for_the_match() -> None:
    said = play_out(Scripted(("pageone", "stop")), "--language", "en", "--seed", "own", "--seats", "2", "--rounds", "1")
    assert "The match is over" in said


def test_nothing_hidden_is_on_the_screen(address: str) -> None:
    """C29: cards that others hold or draw are never shown while a round goes on."""
    options = ("--address", address, "--language", "en", "--seed", "hidden", "--rounds", "1")
    said = play_out(Scripted(("pageone", "stop")), "page_one", *options)
    others = [line for line in said.splitlines() if re.match(r"(Natsu|Aki|Fuyu) (drew|paid|got) ", line)]
    assert len(others) > 5
    assert [line for line in others if re.search("[♣♦♥♠]|Joker", line)] == []
    assert re.search("^(› )?You (drew|paid) .*: [♣♦♥♠J]", said, re.MULTILINE)


def test_a_forgotten_call_is_paid_for(address: str) -> None:
    """C13, PENALIZED: nobody reminds the player, and nothing fills the word in."""
    options = ("--address", address, "--language", "en", "--seed", "forget", "--seats", "2", "--rounds", "3")
    said = play_out(Scripted(("", ""), forgets=True), "page_one", *options)
    assert "You: forgot to call" in said
    assert "You drew 5 as a penalty" in said


class Watchful(Scripted):
    """Calls out every play it is asked about; what nobody did wrong is refused, then it goes on."""

    def choose(self, told: str) -> str:
        keys = told.rstrip("› ").rstrip().splitlines()[-1]
        if keys.startswith("Enter: go on"):
            return "" if told.startswith("Not possible") else "o"
        return super().choose(told)


def test_a_person_catches_a_bot_that_forgot_its_call(address: str) -> None:
    """C17: before any bot is asked, the person may call the play out; easy bots forget now and then."""
    for seed in range(20):
        options = ("--address", address, "--language", "en", "--seed", f"{seed}", "--bots", "easy", "--rounds", "1")
        said = play_out(Watchful(("pageone", "stop")), "american_page_one", *options)
        if re.search(r"You called (Natsu|Aki|Fuyu) out: forgot to call\n\1 drew 2 as a penalty", said):
            return
    pytest.fail("no easy bot forgot a call in 20 rounds")


def test_the_end_of_the_input_is_a_leave(address: str) -> None:
    with Terminal(("--address", address, "--language", "en", "--seed", "eof")) as terminal:
        assert terminal.to_prompt() is not None
        assert terminal.process.stdin is not None
        terminal.process.stdin.close()
        assert terminal.to_prompt() is None
    assert terminal.process.returncode == 0
    assert "You left the match." in terminal.said


def test_what_is_refused_is_said_in_words_and_asked_again(address: str) -> None:
    with Terminal(("--address", address, "--language", "ja", "--seed", "scripted", "--seats", "2")) as terminal:
        told = terminal.to_prompt()
        while told is not None and PHRASES["your_hand"][1] not in told:
            terminal.type("")
            told = terminal.to_prompt()
        assert told is not None
        refused = [key for key in hand_keys(told) if key not in playable_keys(told)]
        for line, answer in (
            ("xyzzy", "分かりません"),
            ("99", "99番の札はありません"),
            (f"{refused[0]}", "できません"),
        ):
            terminal.type(line)
            told = terminal.to_prompt()
            assert told is not None
            assert answer in told
        terminal.type("?")
        assert "対戦から抜ける" in (terminal.to_prompt() or "")
        terminal.type("q")
        assert terminal.to_prompt() is None
    assert "対戦から抜けました" in terminal.said


# positions


def sit(address: str, rules: str, lines: list[str], seats: int = 3, seed: bytes = bytes(32)) -> tuple[str, list[str]]:
    """Plays until the lines are used up (then the person leaves): the screen, and the lines that were left."""
    screen = StringIO()
    console = Console(file=screen, width=300, highlight=False)

    def typed(prompt: str = "", **_: object) -> str:
        screen.write(prompt)
        if not lines:
            raise EOFError
        return lines.pop(0)

    console.input = typed  # type: ignore[method-assign, assignment]
    named = PRESETS.get(rules) or BY_NAME[rules].rules
    with Client(address) as client:
        players: list[Player] = [None]
        players += ["easy"] * (seats - 1)
        table = Table(client, message_of(named), players, seed)
        Sitting(table, 0, Narrator("en", seats, 0), console, [player or "a person" for player in players]).run()
    return screen.getvalue(), lines


def test_a_person_may_look_at_each_play_that_the_table_judges(address: str) -> None:
    """A21: with illegal plays left to the table, the person is asked before anybody plays on."""
    screen, _ = sit(address, "illegal_called_out", ["o play", ""], seats=3)
    assert "Enter: go on" in screen
    assert "Not possible: " in screen


class Blind(Table):
    """A table whose host never tells what it sees itself."""

    @property
    def events(self) -> list[event_pb2.Event]:
        raise AssertionError("a person is told what its seat may see, not what the host sees")

    @events.setter
    def events(self, events: list[event_pb2.Event]) -> None:
        """The host's events come and are dropped."""


def test_a_person_never_hears_what_the_host_sees(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """C29: not even indirectly."""
    monkeypatch.setitem(globals(), "Table", Blind)
    screen, _ = sit(address, "page_one", ["1"] * 20)
    assert "You left the match." in screen


def test_the_suit_is_asked_for_when_it_was_left_out(address: str) -> None:
    """A3: a wild card or Joker names a suit."""
    for number in range(40):
        seed = bytes([number]) * 32
        screen, _ = sit(address, "american_page_one", [], seats=2, seed=seed)
        wild = [key for key in playable_keys(screen) if re.search(rf"{key}:(.8|Joker)", hand_line(screen))]
        if wild:
            break
    screen, left = sit(address, "american_page_one", [wild[0], "nonsense", wild[0], "h"], seats=2, seed=seed)
    assert screen.count("Which suit?") == 2
    assert "“nonsense” is not understood" in screen
    assert "→ ♥ hearts" in screen
    assert left == []
