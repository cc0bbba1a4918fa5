"""The text forms: pleasant to read, read back, and clear about what they could not read."""

import json
import re
from contextlib import suppress
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pageone_engine import EngineError, events
from pageone_engine.actions import (
    Action,
    CallOut,
    Challenge,
    CloseClaims,
    Dobon,
    Draw,
    Leave,
    NameSuit,
    Pass,
    Play,
    StartRound,
    Waive,
)
from pageone_engine.cards import JOKER, card_of
from pageone_engine.notation import (
    NotationError,
    action_text,
    card_text,
    cards_text,
    event_text,
    parse_action,
    parse_card,
    parse_cards,
    parse_rules,
    parse_suit,
    parse_transcript,
    rules_from_json,
    rules_text,
    rules_to_json,
    state_text,
    suit_text,
    transcript_text,
)
from pageone_engine.presets import PRESETS
from pageone_engine.rules import AmericanPageOneRules, DobonRules, PageOneRules, Rules
from pageone_engine.rules_check import validate_rules
from pageone_engine.state import Claims, Discard, DobonClaim, LastPlay, Match, State, Trick
from pageone_engine.terms import Call, Offense, Phase, RoundOutcome
from pageone_engine.transcript import Transcript

from tests.engine.strategies import actions, entropies, rows, seeds, texts, valid_rules
from tests.engine.test_rules_check import put
from tests.engine.test_shuffle import KNOWN

AMERICAN = PRESETS["american_page_one"]
PAGE_ONE = PRESETS["page_one"]


def test_cards_read_as_people_write_them() -> None:
    """C2: code 13 * (suit - 1) + rank, written as rank and suit; a Joker is JK."""
    row = bytes([card_of(1, 8), card_of(3, 10), card_of(4, 12), card_of(2, 1), JOKER])
    assert cards_text(row) == "8C 10H QS AD JK"
    assert parse_cards("8C 10H QS AD JK") == row
    assert parse_cards("8♣ 10♥\ufe0f q♠ a♦ jk") == row
    assert parse_cards(" 8c  10h\tqs ad joker ") == row
    assert parse_cards("") == b""
    assert card_text(0) == "??"
    assert card_text(200) == "#200"


def test_every_card_reads_back() -> None:
    """C2: the 53 cards have 53 texts."""
    written = [card_text(card) for card in range(1, JOKER + 1)]
    assert len(set(written)) == 53
    assert [parse_card(text) for text in written] == list(range(1, JOKER + 1))


@given(rows(max_size=60))
def test_rows_of_cards_read_back(row: bytes) -> None:
    """C2: what is written is read back."""
    assert parse_cards(cards_text(row)) == row


@pytest.mark.parametrize("text", ["8", "C8", "11H", "1H", "8X", "??", "#8", "", "8C10H"])
def test_what_is_no_card_is_told(text: str) -> None:
    """The error shows what was read and how a card is written."""
    with pytest.raises(NotationError, match="is no card; write rank and suit, such as 8C"):
        parse_card(text)


def test_suits_read_back() -> None:
    """Suits by word, letter or symbol."""
    assert [parse_suit(suit_text(suit)) for suit in range(5)] == [0, 1, 2, 3, 4]
    assert [parse_suit(text) for text in ("c", "Diamond", "♥", "♤")] == [1, 2, 3, 4]
    with pytest.raises(NotationError, match="'stars' is no suit; write clubs"):
        parse_suit("stars")


EXAMPLES: list[tuple[str, Action]] = [
    (
        "2: play 8C 8D, suit hearts, call last",
        Play(2, bytes([8, 21]), 3, Call.LAST),
    ),
    ("0: play JK, suit spades, call penultimate", Play(0, b"\x35", 4, Call.PENULTIMATE)),
    ("1: play", Play(1, b"")),
    ("0: draw", Draw(0)),
    ("1: pass", Pass(1)),
    ("3: name spades", NameSuit(3, 4)),
    ("3: name no suit", NameSuit(3, 0)),
    ("1: call out 0 for missed call", CallOut(1, 0, Offense.MISSED_CALL)),
    ("1: call out 0 for illegal play", CallOut(1, 0, Offense.ILLEGAL_PLAY)),
    ("1: call out 7 for table talk @3", CallOut(1, 7, Offense.TABLE_TALK, 3)),
    ("2: challenge", Challenge(2)),
    ("2: dobon 0 with 3C 4H", Dobon(2, 0, bytes([3, 30]))),
    ("2: dobon 0", Dobon(2, 0)),
    ("1: waive", Waive(1)),
    ("1: leave @17", Leave(1, 17)),
    ("close claims", CloseClaims()),
    ("start round @4294967295", StartRound(version=2**32 - 1)),
]


@pytest.mark.parametrize(("text", "action"), EXAMPLES, ids=[text for text, _ in EXAMPLES])
def test_actions_read_as_people_write_them(text: str, action: Action) -> None:
    """One line for each kind of action, and back; case and spaces do not matter."""
    assert action_text(action) == text
    assert parse_action(text) == action
    assert parse_action("  " + text.upper().replace(" ", "  ") + " \r") == action


@given(actions())
def test_every_action_reads_back(action: Action) -> None:
    """What is written is read back, for every well-formed action."""
    assert parse_action(action_text(action)) == action


def test_malformed_actions_can_still_be_shown() -> None:
    """R2: what is out of its range is shown as a number, for errors and failing tests."""
    assert action_text(Play(9, bytes([77]), 6, 5, -1)) == "9: play #77, suit 6, call 5 @-1"
    assert action_text(CallOut(0, 1, 0)) == "0: call out 1 for unspecified"


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("", "is no action; write a seat and play, draw"),
        ("2:", "is no action"),
        ("2: jump", "is no action"),
        ("play 8C", "write it first, such as 0: play 8c"),
        ("x: play 8C", "is no action"),
        ("2: player 8C", "is no action"),
        ("2: play 8X", "'8x' is no card"),
        ("2: play 8C, suit stars", "is no suit; write clubs"),
        ("2: play 8C, suit", "is no suit; write clubs"),
        ("2: play 8C, call uno", "write penultimate or last"),
        ("2: play 8C, call", "write penultimate or last"),
        ("2: play 8C, call last, call last", "one suit and one call"),
        ("2: play 8C, please", "one suit and one call"),
        ("2: draw 2", "write draw alone"),
        ("2: call out 1", "such as call out 0 for missed call"),
        ("2: call out 1 for cheating", "such as call out 0 for missed call"),
        ("2: dobon", "write the seat struck"),
        ("2: dobon 1 with", "write the seat struck"),
        ("2: draw @", "write a number, such as @17"),
        ("2: draw @x", "write a number, such as @17"),
        ("2: draw @4294967296", "the largest is 4294967295"),
        ("99999999999: draw", "the largest is 4294967295"),
        ("２: draw", "is no action"),
    ],
)
def test_what_is_no_action_is_told(text: str, remedy: str) -> None:
    """The error says what to write instead; it is a ValueError and one of the engine's."""
    with pytest.raises(NotationError, match=re.escape(remedy)) as caught:
        parse_action(text)
    assert isinstance(caught.value, EngineError)
    assert isinstance(caught.value, ValueError)
    assert caught.value.line is None


@given(st.text())
def test_any_text_is_an_action_or_told(text: str) -> None:
    """Whatever stands in a line ends in an action or a NotationError."""
    try:
        action = parse_action(text)
    except NotationError as told:
        message = str(told)
        assert len(message) < 400
    else:
        assert parse_action(action_text(action)) == action


@given(valid_rules())
def test_rules_read_back(rules: Rules) -> None:
    """Rules in the contract's JSON form, through real JSON."""
    assert rules_from_json(json.loads(json.dumps(rules_to_json(rules)))) == rules
    assert parse_rules(rules_text(rules)) == rules
    assert "\n" not in rules_text(rules)


def test_the_json_is_the_contracts() -> None:
    """proto3 JSON: lowerCamel names, enum values by name, what is zero left out."""
    data = rules_to_json(put(AMERICAN, "game.dobon", DobonRules(True, False, 3)))
    assert data["roundEnd"] == "ROUND_END_FIRST_OUT"
    assert data["calls"]["missed"] == "MISSED_CALL_WHEN_CALLED_OUT"
    game = data["americanPageOne"]
    assert game["specials"]["drawTwo"] == "RANK_TWO"
    assert game["draw"] == "DRAW_RULE_ONE_PLAYABLE"
    assert game["dobon"] == {"enabled": True, "dobonReturn": "DOBON_RETURN_CONTESTED"}
    assert "handSize" not in data
    assert "sets" not in game
    assert "pageOne" not in data


def test_rules_are_read_in_either_spelling() -> None:
    """snake_case and lowerCamel, enum values by name or number, null for unset."""
    data = {
        "hand_size": 4,
        "turnLimit": 100,
        "round_end": 1,
        "name": None,
        "page_one": {"stock_out": "STOCK_OUT_RESHUFFLE", "jokerForced": True},
    }
    assert rules_from_json(data) == Rules(hand_size=4, turn_limit=100, round_end=1, game=PageOneRules(3, True))


def test_a_name_alone_is_a_preset() -> None:
    """API.md: the name picks a preset only when nothing else is set."""
    assert rules_from_json({"name": "imohori"}) == PRESETS["imohori"]
    assert rules_from_json({"name": "imohori", "decks": 1}) == Rules(name="imohori", decks=1)
    assert rules_from_json({"name": "unheard of"}) == Rules(name="unheard of")
    assert rules_text(PRESETS["imohori"]) == "imohori"


def test_a_game_is_chosen_even_when_nothing_in_it_is_set() -> None:
    """proto3 JSON: an empty message is written, an unset one is not."""
    for game in (PageOneRules(), AmericanPageOneRules(), None):
        rules = Rules(name="house", decks=1, game=game)
        assert rules_from_json(rules_to_json(rules)) == rules


def test_an_absent_dobon_is_off_and_an_empty_one_unset() -> None:
    """Rules that are refused: an absent `dobon` means off; inside one the answer must be set."""
    off = rules_from_json({"americanPageOne": {}}).game
    assert off == AmericanPageOneRules(dobon=DobonRules(False, False, 1))
    unset = rules_from_json({"americanPageOne": {"dobon": {}}})
    assert unset.game == AmericanPageOneRules(dobon=DobonRules(False, False, 0))
    assert rules_from_json(rules_to_json(unset)) == unset
    assert ("american_page_one.dobon.dobon_return",) in [fault.fields for fault in validate_rules(unset)]


@pytest.mark.parametrize(
    ("data", "remedy"),
    [
        ([], "rules must be an object in braces"),
        ({"rouns": 3}, "rules has no field 'rouns'; its fields are name, rounds"),
        ({"americanPageOne": {"specials": {"joker": 1}}}, "american_page_one.specials has no field 'joker'"),
        ({"rounds": "3"}, "rounds must be a whole number"),
        ({"rounds": True}, "rounds must be a whole number"),
        ({"rounds": 1.5}, "rounds must be a whole number"),
        ({"rounds": -1}, "rounds must be from 0 to 4294967295"),
        ({"rounds": 2**32}, "rounds must be from 0 to 4294967295"),
        ({"roundEnd": "FIRST_OUT"}, "round_end must be one of ROUND_END_FIRST_OUT"),
        ({"roundEnd": True}, "round_end must be one of"),
        ({"name": 3}, "name must be text"),
        ({"name": []}, "name must be text"),
        ({"pageOne": {"jokerForced": 1}}, "page_one.joker_forced must be true or false"),
        ({"pageOne": 1}, "page_one must be an object"),
        ({"hand_size": 1, "handSize": 2}, "hand_size is given twice"),
        ({"pageOne": {}, "americanPageOne": {}}, "choose one game"),
    ],
)
def test_what_are_no_rules_is_told(data: object, remedy: str) -> None:
    """The error names the field and what belongs there."""
    with pytest.raises(NotationError, match=re.escape(remedy)):
        rules_from_json(data)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("page-one", "is no preset; write one of page_one, imohori"),
        ("{", "the rules are no JSON"),
        ('{"rounds": ' + "1" * 5000 + "}", "the rules are no JSON"),
        ('{"calls":' * 100_000, "the rules are no JSON"),
    ],
)
def test_what_is_no_rules_text_is_told(text: str, remedy: str) -> None:
    """A preset's name or JSON; nothing a file holds ends in another error."""
    with pytest.raises(NotationError, match=re.escape(remedy)):
        parse_rules(text)


@st.composite
def _transcripts(draw: st.DrawFn) -> Transcript:
    rules = draw(st.one_of(st.sampled_from(list(PRESETS.values())), valid_rules()))
    seats = draw(st.integers(2, 8))
    return Transcript(
        rules=rules,
        seats=seats,
        seed=draw(seeds()),
        entropy=draw(entropies()),
        first_dealer=draw(st.integers(0, seats - 1)),
        match_id=draw(texts(20)),
        actions=list(draw(st.lists(actions(), max_size=12))),
    )


@given(_transcripts(), st.sampled_from([b"", bytes(range(32))]))
def test_every_transcript_reads_back(transcript: Transcript, commitment: bytes) -> None:
    """What is written is read back: rules, ids, entropy and actions of every kind."""
    text = transcript_text(transcript, commitment)
    assert parse_transcript(text) == (transcript, commitment)
    assert parse_transcript(text.replace("\n", "\r\n")) == (transcript, commitment)


WRITTEN = """\
# Page One transcript
match: friday-3
seats: 4
rules: american_page_one
first dealer: 2
seed: 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
entropy: 0b72 -

3: play 8C, suit hearts
0: draw
"""


def test_a_transcript_as_it_is_written() -> None:
    """A header, an empty line, one action a line."""
    transcript = Transcript(
        rules=AMERICAN,
        seats=4,
        seed=bytes(range(32)),
        entropy=(b"\x0b\x72", b""),
        first_dealer=2,
        match_id="friday-3",
        actions=[Play(3, b"\x08", 3), Draw(0)],
    )
    assert transcript_text(transcript) == WRITTEN
    commented = WRITTEN.replace("0: draw", "\n# the next seat\n  0: draw # what else\n#end")
    assert parse_transcript(commented) == (transcript, b"")
    shouted = WRITTEN.replace("first dealer", "First Dealer")
    assert parse_transcript(shouted) == (transcript, b"")


def test_the_seed_draws_a_dealer_that_is_not_written() -> None:
    """C6: without a `first dealer` line the dealer is drawn from the seed."""
    for known in KNOWN["first_dealer"]:
        entropy = " ".join(entry or "-" for entry in known["entropy"])
        header = f"seats: {known['seats']}\nseed: {known['seed']}\nentropy: {entropy}\n"
        drawn, _ = parse_transcript(header + "rules: page_one\n")
        assert drawn.first_dealer == known["first_dealer"]


@pytest.mark.parametrize(
    ("old", "new", "remedy"),
    [
        ("seats: 4\n", "", "there is no 'seats' line; write one, such as seats: 4"),
        ("rules: american_page_one\n", "", "there is no 'rules' line"),
        ("seats: 4", "seats: 9", "line 3: '9' is no number from 2 to 8"),
        ("seats: 4", "seats: four", "line 3: 'four' is no number from 2 to 8"),
        ("seats: 4", "seats: 4\nseats: 4", "line 4: 'seats' is given twice, first in line 3"),
        ("seats: 4", "chairs: 4", "line 3: no header 'chairs'; the headers are match, seats"),
        ("american_page_one", "hearts", "line 4: 'hearts' is no preset"),
        ("american_page_one", '{"x": 1}', "line 4: rules has no field 'x'"),
        ("dealer: 2", "dealer: 8", "line 5: '8' is no number from 0 to 7"),
        ("seed: 00", "seed: 0", "line 6: '00102"),
        ("seed: 00", "seed: ", "line 6: a seed is 32 bytes, 64 hexadecimal digits; these are 31"),
        ("0b72", "xy", "line 7: 'xy' is not hexadecimal"),
        ("friday-3", '"friday', "line 2: the match's id is no JSON text"),
        ("0: draw", "0: drew", "line 10: '0: drew' is no action"),
        ("0: draw", "seats: 4", "line 10: 'seats: 4' is no action"),
    ],
)
def test_what_is_no_transcript_is_told(old: str, new: str, remedy: str) -> None:
    """The error names the line and what to write there."""
    with pytest.raises(NotationError, match=re.escape(remedy)):
        parse_transcript(WRITTEN.replace(old, new, 1))


@given(st.text())
def test_any_text_is_a_transcript_or_told(text: str) -> None:
    """Whatever a file holds ends in a transcript or a NotationError."""
    for whole in (text, WRITTEN + text, WRITTEN.replace("friday-3", text)):
        with suppress(NotationError):
            read = parse_transcript(whole)
            assert parse_transcript(transcript_text(*read)) == read


def test_an_unreadable_action_cannot_be_written() -> None:
    """A transcript with an action that could not be read has no text form."""
    with pytest.raises(ValueError, match="leave it out"):
        transcript_text(Transcript(AMERICAN, 4, bytes(32), actions=[None]))


EVENTS: list[tuple[events.Event, str]] = [
    (
        events.MatchStarted("m", PAGE_ONE, 2, b"\xab"),
        "match 'm' of 'page_one' rules starts with 2 seats; the seed's commitment is ab",
    ),
    (events.RoundStarted(1, 0, 53), "round 1 starts: seat 0 deals from 53 cards"),
    (events.CardsDealt(1, 2, bytes([1, 53])), "seat 1 is dealt 2 cards (AC JK)"),
    (events.CardsDealt(1, 2), "seat 1 is dealt 2 cards"),
    (events.StarterTurned(8, bytes([53])), "the starter is 8C, after JK was put back"),
    (events.StarterTurned(8), "the starter is 8C"),
    (
        events.CardsPlayed(2, bytes([8, 21]), 3, Call.LAST),
        "seat 2 plays 8C 8D, names hearts, calls last",
    ),
    (events.CardsPlayed(2, bytes([9])), "seat 2 plays 9C"),
    (events.CardsDrawn(0, 1, 1, 1), "seat 0 draws 1 card"),
    (events.CardsDrawn(0, 2, 4, 4), "seat 0 draws 4 cards that were pending"),
    (events.CardsDrawn(0, 3, 1, 2, b"\x01"), "seat 0 draws 1 card (AC) of 2 owed as a penalty"),
    (events.CardsDrawn(0, 4, 0, 4), "seat 0 draws nothing of 4 owed for the challenge"),
    (events.TurnPassed(0), "seat 0 passes"),
    (events.SuitNamed(0, 4), "seat 0 names spades"),
    (events.SeatsSkipped((1,)), "seat 1 is skipped"),
    (events.SeatsSkipped((1, 2)), "seats 1, 2 are skipped"),
    (events.DirectionReversed(True), "play goes counter-clockwise"),
    (events.DirectionReversed(False), "play goes clockwise"),
    (events.DrawPending(3, 4), "seat 3 owes a draw of 4 cards"),
    (events.DrawPending(3, 0), "seat 3 owes no draw any more"),
    (
        events.OffenseCalledOut(None, 1, Offense.MISSED_CALL, True),
        "seat 1 is penalized for missed call",
    ),
    (
        events.OffenseCalledOut(0, 1, Offense.TABLE_TALK, True),
        "seat 0 rightly calls out seat 1 for table talk",
    ),
    (
        events.OffenseCalledOut(0, 1, Offense.ILLEGAL_PLAY, False),
        "seat 0 wrongly calls out seat 1 for illegal play",
    ),
    (events.CardsReturned(1, bytes([8])), "8C goes back to seat 1"),
    (events.HandShown(1, 0, 2), "seat 1 shows its hand to seat 0: 2 cards"),
    (events.ChallengeSettled(0, 1, True), "seat 0 challenges seat 1, who is guilty"),
    (events.ChallengeSettled(0, 1, False), "seat 0 challenges seat 1, who is not guilty"),
    (events.ClaimsOpened(1, (0, 2)), "claims open (level 1), awaiting seats 0, 2"),
    (events.DobonCalled(0, 1, bytes([3, 30])), "seat 0 calls dobon against seat 1: 3C 4H"),
    (events.DobonVoided(0), "seat 0 has its dobon struck down"),
    (events.ClaimWaived(0), "seat 0 waives"),
    (events.ClaimsClosed(), "claims are closed"),
    (events.TrickWon(0), "seat 0 wins the trick"),
    (events.TableTaken(0, bytes([1])), "seat 0 takes the table: 1 card (AC)"),
    (events.StockReshuffled(30), "the stock is shuffled anew: 30 cards"),
    (events.SeatWentOut(0, 1), "seat 0 is out, at place 1"),
    (events.SeatLeft(0), "seat 0 leaves the match"),
    (events.TurnStarted(0), "seat 0 is to act"),
    (
        events.RoundEnded(
            RoundOutcome.WON,
            (events.SeatResult(0, b"", 1, 3, 3), events.SeatResult(1, b"\x01", 0, -3, -7)),
        ),
        "the round is over (won): seat 0 place 1 +3 = 3; seat 1 -3 = -7 with AC",
    ),
    (
        events.MatchEnded((events.Standing(1, 1, 5), events.Standing(2, 0, -5)), b"\xab"),
        "the match is over: 1. seat 1 (5), 2. seat 0 (-5); the seed was ab",
    ),
]


@pytest.mark.parametrize(("event", "text"), EVENTS, ids=[text for _, text in EVENTS])
def test_events_in_english(event: events.Event, text: str) -> None:
    """Each kind of event in one line, with its cards as far as they may be seen."""
    assert event_text(event) == text


def test_every_kind_of_event_has_a_text() -> None:
    """No event of the contract is missing above."""
    kinds = {kind for kind in vars(events).values() if hasattr(kind, "kind")}
    assert {type(event) for event, _ in EVENTS} == kinds


def _claimed() -> State:
    return State(
        match=Match("m", AMERICAN, 2, bytes(32), (b"\x01",)),
        version=5,
        shuffles=1,
        phase=Phase.CLAIMS,
        round=1,
        dealer=0,
        turn=1,
        turns=3,
        hands=[bytes([1, 2]), bytes([53])],
        scores=(0, -12),
        places=(0, 0),
        left=(False, True),
        stock=bytes([4, 5]),
        pile=bytes([3, 8]),
        table=Discard(suit=1, reversed=True, pending=2, drawn=4, passes=1),
        last_play=LastPlay(1, bytes([8]), (1, 2), 3, False, 4, False, 1),
        claims=Claims(1, (0,), (DobonClaim(0, 1, 1, bytes([1, 2]), True),)),
    )


POSITION = """\
match 'm' of 'american_page_one' rules, version 5
seed 0000000000000000000000000000000000000000000000000000000000000000, entropy [01], 1 shuffles
round 1 of 0, claims, dealer 0, turn 1, 3 turn actions
  seat 0 in      score     0    2: AC 2C
* seat 1 left    score   -12    1: JK
stock   2: 4C 5C
pile    2: 3C 8C
suit clubs, counter-clockwise, pending 2, passes 1, drawn 4C
last play by 1: 8C, call penultimate, open offenses missed call, illegal play; before it suit\
 hearts, clockwise, pending 4
claims level 1, answered by 0
  dobon by 0 against 1 at level 1: AC 2C (void)"""


def test_a_position_in_text() -> None:
    """Section S: everything a state holds is in its text."""
    assert state_text(_claimed()) == POSITION


def test_every_part_of_a_state_shows() -> None:
    """Section S: a state that differs in one field reads otherwise."""
    state = _claimed()
    other = replace(
        state,
        match=Match("n", PAGE_ONE, 2, bytes([1] * 32)),
        version=6,
        shuffles=2,
        phase=Phase.TURN,
        round=2,
        dealer=1,
        turn=0,
        turns=4,
        hands=[bytes([1, 2]), b""],
        scores=(0, 12),
        places=(1, 0),
        left=(False, False),
        stock=b"",
        pile=b"",
        table=Trick(1, ((1, 8),), 3),
        last_play=None,
        claims=None,
    )
    for part in fields(State):
        changed = replace(state, **{part.name: getattr(other, part.name)})
        assert state_text(changed) != state_text(state), part.name
    assert "trick led by 1: 1 8C, drawn 3C" in state_text(other)
