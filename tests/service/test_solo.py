"""SoloService: when Act stops and when it goes on, what the person sees, and what bots do meanwhile (API.md)."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import grpc
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pageone.v1 import action_pb2, rules_pb2, state_pb2
from pageone.v1 import engine_service_pb2 as engine_pb
from pageone.v1 import solo_service_pb2 as pb
from pageone_engine import PRESETS, apply, create_match, legal_actions, redact, view
from pageone_engine.actions import Action, CallOut, Leave, Play, StartRound
from pageone_engine.cards import SUIT_OF, ascending
from pageone_engine.rules import Rules
from pageone_engine.state import Discard, State
from pageone_engine.state_check import validate_state
from pageone_engine.terms import Offense, Phase, RoundEnd, Scoring, Strength
from pageone_service import api_keys, solo, solo_service
from pageone_service import server as server_module
from pageone_service.callers import ENGINE as ENGINE_SCOPE
from pageone_service.callers import SOLO as SOLO_SCOPE
from pageone_service.convert import put_rules
from pageone_service.identity import match_id
from pageone_service.solo import MOST_ACTIONS, Game, play_on
from pageone_service.table import Player, Step, bot
from pageone_service.table import act as bots_act
from pageone_service.ticket_keys import line_of, new_secret, read_keys
from pageone_service.tickets import Tickets

from tests.engine.play import random_rules
from tests.engine.strategies import actions
from tests.engine.test_properties import all_together
from tests.service.solo_play import (
    Answer,
    Expected,
    accepted,
    check_answer,
    check_folding,
    expected,
    hosts_alone,
    is_over,
    message,
    person_action,
    why_stopped,
)
from tests.service.support import (
    ENGINE,
    SEED,
    SOLO,
    Ended,
    Running,
    action_message,
    preset,
    running,
)

EASY, NORMAL, HARD = engine_pb.STRENGTH_EASY, engine_pb.STRENGTH_NORMAL, engine_pb.STRENGTH_HARD


@dataclass
class Table:
    """Servers that share a file of keys, and the same keys in the test's hand."""

    servers: list[Running]
    tickets: Tickets

    @property
    def one(self) -> Running:
        return self.servers[0]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    path: Path = tmp_path_factory.mktemp("keys") / "ticket-keys"
    path.write_text(line_of(new_secret()))
    keyring = read_keys([path.read_bytes()])
    with ExitStack() as stack:
        servers = [stack.enter_context(running(ticket_keys_file=str(path))) for _ in range(2)]
        yield Table(servers, Tickets(lambda: keyring))


def rules_message(rules: Rules) -> rules_pb2.Rules:
    out = rules_pb2.Rules()
    put_rules(out, rules)
    return out


def new_game(
    rules: Rules | str = "american_page_one",
    seats: int = 4,
    seat: int = 0,
    strength: int = Strength.NORMAL,
    seed: bytes = SEED,
) -> Game:
    """A game as it is dealt, before any bot has acted."""
    whole = PRESETS[rules] if isinstance(rules, str) else rules
    state, _ = create_match(whole, seats, seed, match_id=match_id(seed, ()))
    return Game(state, seat, tuple(0 if each == seat else strength for each in range(seats)))


# Whole games


def play_whole_game(table: Table, request: pb.StartGameRequest, choice: random.Random, most: int = 400) -> Counter[str]:
    """Play a game over both servers, check every answer against what was worked out; how often it stopped for what."""
    solo_stub = choice.choice(table.servers).solo
    answer: Answer = solo_stub.StartGame(request)
    game = table.tickets.open(answer.ticket)
    reasons: Counter[str] = Counter()
    for _ in range(most):
        if is_over(game):
            break
        action = person_action(game.state, game.seat, choice)
        asked = pb.ActRequest(ticket=answer.ticket, action=message(action))
        one = choice.choice(table.servers)
        if not may_be_sent(game, action):
            # Nothing has changed: the ticket is as good as before.
            assert isinstance(one.raw(SOLO + "Act", asked.SerializeToString()), Ended)
            continue
        answer = one.solo.Act(asked)
        wanted = expected(game, action)
        game = check_answer(answer, game, wanted, table.tickets)
        reasons[why_stopped(game, wanted.actions, None)] += 1
        assert choice.choice(table.servers).solo.GetGame(pb.GetGameRequest(ticket=answer.ticket)).view == answer.view
    return reasons


def may_be_sent(game: Game, action: Action | None) -> bool:
    if action is None or action.kind == "start_round":
        return action is None or game.state.phase == Phase.ROUND_OVER
    if action.seat != game.seat or hosts_alone(action):
        return False
    try:
        return accepted(game, action)
    except Exception:
        return False


@pytest.mark.parametrize("strength", [EASY, NORMAL])
@pytest.mark.parametrize("name", PRESETS)
def test_games_of_each_preset(table: Table, name: str, strength: engine_pb.Strength.ValueType) -> None:
    """Whole games over two servers at random: each answer is the engine's, hides what is hidden, stops for a reason."""
    choice = random.Random(f"{name} {strength}")
    seats = choice.randint(2, 5)
    request = pb.StartGameRequest(rules=preset(name), seats=seats, seat=choice.randrange(seats), bots=[strength])
    reasons = play_whole_game(table, request, choice)
    assert "" not in reasons
    assert "turn" in reasons


@pytest.mark.parametrize("seed", range(25))
def test_games_of_random_rules(table: Table, seed: int) -> None:
    """The same with every house rule: dobon and its returns, illegal plays, challenges, to the last seat."""
    choice = random.Random(seed)
    rules, seats = random_rules(choice)
    bots = [choice.choice([engine_pb.STRENGTH_STAND_IN, EASY, NORMAL]) for _ in range(choice.choice([1, seats - 1]))]
    request = pb.StartGameRequest(rules=rules_message(rules), seats=seats, seat=choice.randrange(seats), bots=bots)
    assert "" not in play_whole_game(table, request, choice, 150)


def test_all_local_rules_together(table: Table) -> None:
    """Eight seats, all that can be claimed, called out and challenged: every reason to stop but the limit comes up."""
    choice = random.Random(5)
    request = pb.StartGameRequest(rules=rules_message(all_together()), seats=8, seat=7, bots=[NORMAL])
    reasons = play_whole_game(table, request, choice)
    assert {"turn", "answer", "over", "call_out"} <= set(reasons)


# Beginning


def test_a_game_begins_with_the_deal_and_goes_on_to_the_person(table: Table) -> None:
    """StartGame: the first answer has the deal and what the bots did before the person's time came."""
    request = pb.StartGameRequest(rules=preset("page_one"), seats=4, seat=2, bots=[EASY, NORMAL, EASY])
    answer = table.one.solo.StartGame(request)
    game = table.tickets.open(answer.ticket)
    assert game.bots == (Strength.EASY, Strength.NORMAL, 0, Strength.EASY)
    kinds = [event.WhichOneof("kind") for event in answer.events]
    assert kinds[:2] == ["match_started", "round_started"]
    assert (answer.view.viewer.seat, len(answer.view.hand)) == (2, 4)
    dealt = Game(create_match(game.state.match.rules, 4, game.state.match.seed)[0], 2, game.bots)
    dealt.state.match.match_id = game.state.match.match_id
    wanted = expected(dealt, None)
    assert wanted.game == game
    assert answer.view.match_id == match_id(game.state.match.seed, ())


def test_every_game_is_another(table: Table) -> None:
    """The seed is drawn from the operating system, and published by its hash alone."""
    request = pb.StartGameRequest(rules=preset("page_one"), seats=4, bots=[EASY])
    answers = [table.one.solo.StartGame(request) for _ in range(8)]
    assert len({answer.view.seed_commitment for answer in answers}) == 8
    assert len({answer.view.match_id for answer in answers}) == 8
    assert not any(answer.view.seed for answer in answers)


@pytest.mark.parametrize(
    ("changes", "paths"),
    [
        ({"rules": None}, ["rules"]),
        ({"rules": None, "bots": [], "seat": 9}, ["rules", "seat", "bots"]),
        ({"bots": []}, ["bots"]),
        ({"bots": [EASY, EASY]}, ["bots"]),
        ({"bots": [EASY] * 5}, ["bots"]),
        ({"bots": [0]}, ["bots[0]"]),
        ({"bots": [EASY, 77, -1]}, ["bots[1]", "bots[2]"]),
        ({"seat": 4}, ["seat"]),
        ({"seat": 2**32 - 1, "bots": [0, 0]}, ["bots[0]", "bots[1]", "seat", "bots"]),
        ({"seats": 1}, ["seats"]),
        ({"seats": 9, "bots": []}, ["bots", "seats"]),
        ({"seats": 2**32 - 1}, ["seats"]),
        ({"bots": [EASY] * 300}, ["bots"]),
    ],
)
def test_what_is_wrong_with_a_new_game_is_told_with_its_path(
    table: Table, changes: dict[str, object], paths: list[str]
) -> None:
    """API.md: INVALID_ARGUMENT with a path and sentence for every fault."""
    fields: Any = {"rules": preset("page_one"), "seats": 4, "seat": 0, "bots": [EASY], **changes}
    end = table.one.ended(SOLO + "StartGame", pb.StartGameRequest(**fields))
    assert end.code is grpc.StatusCode.INVALID_ARGUMENT
    assert end.paths == paths


def test_a_strength_that_is_not_there_yet(table: Table) -> None:
    """UNIMPLEMENTED for HARD, in any place; what is wrong besides comes first."""
    request = pb.StartGameRequest(rules=preset("page_one"), seats=3, bots=[EASY, HARD])
    end = table.one.ended(SOLO + "StartGame", request)
    assert (end.code, end.info.reason) == (grpc.StatusCode.UNIMPLEMENTED, "STRENGTH_NOT_AVAILABLE")
    request.seats = 2
    assert table.one.ended(SOLO + "StartGame", request).paths == ["bots"]


# When Act stops


def act(table: Table, game: Game, action: Action | None = None) -> tuple[pb.ActResponse, Game]:
    """Act on a game made here; the answer, checked, and the game after it."""
    answer = table.one.solo.Act(pb.ActRequest(ticket=table.tickets.seal(game), action=message(action)))
    return answer, check_answer(answer, game, expected(game, action), table.tickets)


def test_it_stops_at_the_persons_turn(table: Table) -> None:
    """... until the person's turn has come."""
    _, game = act(table, new_game("page_one", seat=2))
    assert (game.state.phase, game.state.turn) == (Phase.TURN, 2)
    answer, again = act(table, game)
    assert not answer.events
    assert again == game


def test_it_stops_at_a_play_that_the_person_may_call_out(table: Table) -> None:
    """... or a bot has made a play that the person may call out, listed for it, true or not."""
    game = new_game(seat=0)
    for _ in range(30):
        answer, game = act(table, game, None if solo.may_call_out(game.state, 0) else turn_action(game))
        last = game.state.last_play
        if last is not None and last.seat != 0 and solo.may_call_out(game.state, 0):
            assert [event.WhichOneof("kind") for event in answer.events].count("cards_played") <= 2
            assert not last.offenses
            break
    else:
        raise AssertionError("no bot has played")
    # Without an action it goes on from there.
    answer, after = act(table, game)
    assert answer.events
    assert after.state.version > game.state.version


def turn_action(game: Game) -> Action | None:
    listed = [each for each in legal_actions(game.state, game.seat).actions if type(each) is not CallOut]
    return listed[0] if listed else None


def until(table: Table, game: Game, reached: Callable[[Game], bool], choice: random.Random, most: int = 3000) -> Game:
    """Play at random until ``reached(game)``."""
    for _ in range(most):
        if reached(game):
            return game
        action = person_action(game.state, game.seat, choice)
        if action is not None and action.kind == "leave":
            continue
        if may_be_sent(game, action):
            game = expected(game, action).game
    raise AssertionError("not reached")


def test_it_stops_when_the_persons_answer_is_awaited(table: Table) -> None:
    """... its answer is awaited: to a play that can be struck by dobon; bots' answers come after it."""
    game = until(
        table,
        new_game(all_together(), 4, 1),
        lambda game: game.state.phase == Phase.CLAIMS and 1 in view(game.state, 1).awaited,
        random.Random(1),
    )
    answer, after = act(table, game)
    assert not [event for event in answer.events if event.WhichOneof("kind") == "claim_waived"]
    assert 1 in view(after.state, 1).awaited


@pytest.mark.parametrize("name", ["page_one", "american_page_one"])
def test_it_stops_after_a_round_until_the_next_is_started(table: Table, name: str) -> None:
    """... the round is over: start_round is the person's, with any seat in it; then the bots go on."""
    game = until(table, new_game(name, 3, 1), lambda game: game.state.phase == Phase.ROUND_OVER, random.Random(2))
    answer, same = act(table, game)
    assert not answer.events
    assert same == game
    start = action_message(StartRound())
    start.seat = 0
    answer = table.one.solo.Act(pb.ActRequest(ticket=table.tickets.seal(game), action=start))
    assert answer.events[0].WhichOneof("kind") == "round_started"
    assert answer.view.round == 2


def test_nothing_goes_on_after_the_match(table: Table) -> None:
    """The match is over: the seed is shown, Act without an action changes nothing, with one it is refused."""
    rules = replace(PRESETS["page_one"], rounds=1)
    game = until(table, new_game(rules, 2, 0), is_over, random.Random(3))
    answer, same = act(table, game)
    assert (answer.view.phase, answer.view.seed) == (state_pb2.PHASE_MATCH_OVER, SEED)
    assert not answer.events
    assert same == game
    request = pb.ActRequest(ticket=answer.ticket, action=action_message(StartRound()))
    assert table.one.ended(SOLO + "Act", request).code is grpc.StatusCode.FAILED_PRECONDITION


def test_it_stops_after_64_actions(table: Table) -> None:
    """At most 64 actions of bots; the next Act goes on from there. The person left, so nothing else stops them."""
    games = (new_game("imohori", 8, 3, seed=bytes([seed]) * 32) for seed in range(200))
    game = next(each for each in games if expected(each, Leave(3)).actions == MOST_ACTIONS)
    left: list[int] = []
    for _ in range(40):
        answer, after = act(table, game, None if left else Leave(3))
        made = after.state.version - game.state.version - (not left)
        left.append(made)
        game = after
        if game.state.phase == Phase.ROUND_OVER:
            break
    assert left[0] == MOST_ACTIONS
    assert game.state.phase == Phase.ROUND_OVER
    assert set(left[:-1]) == {MOST_ACTIONS}
    assert [seat.left for seat in answer.view.seats].index(True) == 3


def test_a_person_that_left_can_see_the_match_to_its_end(table: Table) -> None:
    """C25: who leaves stays out; the bots go on, and rounds can still be started."""
    game = new_game("page_one", 3, 1)
    _, game = act(table, game, Leave(1))
    for _ in range(100):
        if is_over(game):
            break
        _, game = act(table, game, StartRound() if game.state.phase == Phase.ROUND_OVER else None)
    assert is_over(game)
    assert game.state.left == (False, True, False)


def test_leaving_a_game_of_two_ends_it(table: Table) -> None:
    """C25: with fewer than two seats left the match is over."""
    answer, game = act(table, new_game("page_one", 2, 1), Leave(1))
    assert is_over(game)
    assert answer.view.phase == state_pb2.PHASE_MATCH_OVER


def test_bots_play_on_when_the_person_is_out(table: Table) -> None:
    """To the last seat: a person that has gone out sees the round to its end."""
    game = until(
        table,
        new_game(replace(PRESETS["imohori"], rounds=1), 4, 0),
        lambda game: game.state.places[0] == 1,
        random.Random(6),
    )
    for _ in range(60):
        if is_over(game):
            break
        _, game = act(table, game)
    assert is_over(game)


# Whose action it is


def ended(table: Table, game: Game, action: action_pb2.Action) -> Ended:
    return table.one.ended(SOLO + "Act", pb.ActRequest(ticket=table.tickets.seal(game), action=action))


def test_what_is_the_hosts_is_not_the_players(table: Table) -> None:
    """API.md: close_claims and table talk are PERMISSION_DENIED, with an ErrorInfo, whatever seat they name."""
    game = new_game(all_together(), 4, 1)
    table_talk = action_message(CallOut(1, 0, Offense.TABLE_TALK))
    for action in (action_pb2.Action(close_claims=action_pb2.CloseClaims()), table_talk):
        for seat in (0, 1):
            action.seat = seat
            end = ended(table, game, action)
            assert end.code is grpc.StatusCode.PERMISSION_DENIED
            assert (end.info.reason, end.info.domain) == ("HOST_ONLY", "pageone.v1")


@pytest.mark.parametrize("seat", [0, 2, 3, 2**32 - 1])
def test_other_seats_are_the_bots(table: Table, seat: int) -> None:
    """An action of any other seat is malformed here: its path says so, and nothing of what that seat could do."""
    for kind in ("draw", "leave", "waive"):
        action = action_pb2.Action(seat=seat)
        getattr(action, kind).SetInParent()
        end = ended(table, new_game(seat=1), action)
        assert (end.code, end.paths) == (grpc.StatusCode.INVALID_ARGUMENT, ["action.seat"])


def test_a_persons_faults_are_those_of_apply_action(table: Table) -> None:
    """Malformed, stale and refused actions end as EngineService's do, and the ticket is as good as before."""
    game = until(table, new_game("page_one", 3, 1), lambda game: game.state.turn == 1, random.Random(1))
    ticket = table.tickets.seal(game)
    malformed = action_pb2.Action(seat=1, play=action_pb2.Play(cards=[77]))  # type: ignore[list-item]
    assert ended(table, game, action_pb2.Action(seat=1)).paths == ["action.kind"]
    assert ended(table, game, malformed).paths == ["action.play.cards[0]"]
    end = ended(table, game, action_pb2.Action(seat=1, version=game.state.version + 1, draw=action_pb2.Draw()))
    assert (end.code, end.info.reason) == (grpc.StatusCode.ABORTED, "STALE_ACTION")
    assert end.info.metadata["version"] == str(game.state.version)
    end = ended(table, game, action_pb2.Action(seat=1, pass_turn=action_pb2.Pass()))
    assert (end.code, end.info.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "REFUSAL_CANNOT_PASS")
    action = message(turn_action(game))
    assert action is not None
    action.version = game.state.version
    assert table.one.solo.Act(pb.ActRequest(ticket=ticket, action=action)).events


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(action=actions(4), seed=st.integers(0, 30))
def test_no_action_ends_in_an_unforeseen_error(table: Table, action: Action, seed: int) -> None:
    """API.md: never UNKNOWN or INTERNAL for anything a caller can send."""
    game = new_game(all_together() if seed % 2 else "page_one", 4, seed % 4, seed=bytes([seed]) * 32)
    game = expected(game, None).game
    request = pb.ActRequest(ticket=table.tickets.seal(game), action=message(action))
    end = table.one.raw(SOLO + "Act", request.SerializeToString())
    if isinstance(end, Ended):
        assert end.code in {
            grpc.StatusCode.INVALID_ARGUMENT,
            grpc.StatusCode.FAILED_PRECONDITION,
            grpc.StatusCode.ABORTED,
            grpc.StatusCode.PERMISSION_DENIED,
        }
    else:
        assert action.seat == game.seat or action.kind == "start_round"


# What bots do


@pytest.mark.parametrize("strength", [Strength.EASY, Strength.NORMAL])
def test_the_same_ticket_and_action_give_the_same_game(table: Table, strength: int) -> None:
    """A call can be tried again, on any replica: another ticket, the same game; bots' chances follow from the seed."""
    choice = random.Random(strength)
    game = new_game(all_together(), 5, 2, strength)
    for _ in range(40):
        if is_over(game):
            break
        ticket = table.tickets.seal(game)
        action = person_action(game.state, 2, choice)
        if not may_be_sent(game, action):
            continue
        one, two = (each.solo.Act(pb.ActRequest(ticket=ticket, action=message(action))) for each in table.servers)
        assert one.ticket != two.ticket
        assert (one.view, list(one.events)) == (two.view, list(two.events))
        game = table.tickets.open(one.ticket)
        assert table.tickets.open(two.ticket) == game


def test_bots_chances_are_not_the_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's draws tell nothing of the cards: its seed is another one, the same for each seat and call of a match."""
    seen: list[bytes] = []

    def note(strength: int, seed: bytes) -> Player:
        seen.append(seed)
        return bot(strength, seed)

    monkeypatch.setattr("pageone_service.solo.bot", note)
    game = new_game()
    other = new_game(seed=bytes(32))
    for each in (game, game, other):
        solo._players(each)
    assert len(set(seen[:6])) == 1
    assert seen[6] not in seen[:6]
    assert all(SEED not in seed and seed not in SEED for seed in seen)


def forgetful(strength: int, seed: int) -> Game:
    """American Page One: the person, to move, has two cards, one of which fits; its word is left out below."""
    game = new_game("american_page_one", 4, 0, strength, bytes([seed]) * 32)
    state = game.state.copy()
    assert isinstance(state.table, Discard)
    suit = SUIT_OF[state.pile[-1]] or 4
    pool = bytes(state.stock) + b"".join(state.hands)
    plain = [card for card in pool if SUIT_OF[card] == suit and 4 <= (card - 1) % 13 + 1 <= 7]
    hand = bytes(plain[:2])
    rest = list(pool)
    for card in hand:
        rest.remove(card)
    state.hands = [hand, *(ascending(bytes(rest[7 * at : 7 * at + 7])) for at in range(3))]
    state.stock = bytes(rest[21:])
    state.table = Discard(suit=suit)
    state.turn, state.phase, state.last_play = 0, Phase.TURN, None
    state.hands[0] = ascending(hand)
    assert not validate_state(state), validate_state(state)
    return game.after(state)


def called_out(strength: int, seeds: range, table: Table | None = None) -> list[int]:
    """Who called out the person's forgotten word, game by game; -1 for nobody."""
    callers = []
    for seed in seeds:
        game = forgetful(strength, seed)
        play = Play(0, game.state.hands[0][:1])
        found = expected(game, play)
        kinds = [event.kind for event in found.events]
        if "offense_called_out" not in kinds:
            callers.append(-1)
            continue
        event: Any = found.events[kinds.index("offense_called_out")]
        assert (event.offender, event.offense, event.upheld) == (0, Offense.MISSED_CALL, True)
        # Before the next turn action: nothing but the person's play lies before it.
        assert not {"cards_drawn", "turn_passed"} & set(kinds[: kinds.index("offense_called_out")])
        assert kinds[: kinds.index("offense_called_out")].count("cards_played") == 1
        callers.append(event.caller)
        after, _ = apply(game.state, play)
        notices = [seat for seat in (1, 2, 3) if calls_out(after, seat, game)]
        # In seat order: the first of those that notice.
        assert notices[0] == event.caller
        if table is not None:
            act(table, game, play)
    return callers


def calls_out(state: State, seat: int, game: Game) -> bool:
    """Whether a bot notices, asked by its view alone."""
    players = solo._players(game)
    return type(players[seat](view(state, seat), 0)) is CallOut


def test_bots_call_out_in_seat_order_when_they_notice(table: Table) -> None:
    """API.md: EASY sometimes, NORMAL mostly, before the next turn action, by what their view shows alone."""
    easy = called_out(Strength.EASY, range(120))
    normal = called_out(Strength.NORMAL, range(120))
    called_out(Strength.NORMAL, range(3), table)
    noticed = [sum(caller >= 0 for caller in callers) / 120 for callers in (easy, normal)]
    print("noticed by somebody of three:", noticed)
    assert 0.1 < noticed[0] < noticed[1]
    assert noticed[1] > 0.9
    assert {1, 2, 3} <= set(easy)


def test_a_word_that_was_said_is_not_called_out() -> None:
    """Bots are right when they call out."""
    for seed in range(40):
        game = forgetful(Strength.NORMAL, seed)
        listed = [each for each in legal_actions(game.state, 0).actions if type(each) is Play and each.call]
        found = expected(game, listed[0])
        assert "offense_called_out" not in [event.kind for event in found.events[:2]]


def test_the_person_comes_before_the_bots(table: Table) -> None:
    """A bot's offense: Act stops before any other bot has called it out, and the person can be the one."""
    found = 0
    for seed in range(60):
        base = forgetful(Strength.NORMAL, seed)
        # The same table, but a bot is the one that forgets.
        state = base.state.copy()
        state.hands = [state.hands[1], state.hands[0], *state.hands[2:]]
        state.turn = 1
        game = Game(state, 0, (0, 3, 3, 3))
        forgot, _ = apply(state, Play(1, state.hands[1][:1]))
        assert forgot.last_play is not None
        assert Offense.MISSED_CALL in forgot.last_play.offenses
        game = game.after(forgot)
        _, called = act(table, game, CallOut(0, 1, Offense.MISSED_CALL))
        assert len(called.state.hands[1]) == 3 or called.state.last_play != forgot.last_play
        answer, _ = act(table, game)
        told = [event for event in answer.events if event.WhichOneof("kind") == "offense_called_out"]
        found += bool(told)
        assert all(event.offense_called_out.offender == 1 for event in told[:1])
    assert found > 40


def test_thinking_stops_when_the_caller_is_gone() -> None:
    """SPEED.md: the loop asks before each action whether anybody waits."""
    asked = []

    class GoneError(Exception):
        pass

    def alive() -> None:
        asked.append(1)
        if len(asked) == 3:
            raise GoneError

    rules = replace(PRESETS["imohori"], round_end=RoundEnd.LAST_STANDING, scoring=Scoring.PLACEMENT)
    game = new_game(rules, 8, 0)
    game = game.after(apply(game.state, Leave(0))[0])
    steps = play_on(game, alive)
    assert [type(next(steps)), type(next(steps))] == [Step, Step]
    with pytest.raises(GoneError):
        next(steps)


def test_bots_let_others_go_first(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """SPEED.md: thinking must not slow the rest: after each action the thread gives the interpreter away."""
    pauses: list[float] = []
    monkeypatch.setattr("pageone_service.solo_service.sleep", pauses.append)
    game = new_game("imohori", 8, 0)
    game = game.after(apply(game.state, Leave(0))[0])
    _, after = act(table, game)
    assert len(pauses) == after.state.version - game.state.version > 20
    assert all(0 < pause < 0.005 for pause in pauses)


def test_a_call_without_time_ends_while_the_bots_play(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deadline that passes while bots play is DEADLINE_EXCEEDED, not a late answer."""
    game = new_game("imohori", 8, 0)
    game = game.after(apply(game.state, Leave(0))[0])
    done: list[int] = []

    def slowly(state: State, seat: int, player: Player) -> Iterator[Step]:
        done.append(seat)
        threading.Event().wait(0.05)
        return bots_act(state, seat, player)

    monkeypatch.setattr("pageone_service.solo.act", slowly)
    with pytest.raises(grpc.RpcError) as caught:
        table.one.solo.Act(pb.ActRequest(ticket=table.tickets.seal(game)), timeout=0.3)
    assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    # The bots' thread has stopped, too: the pool is free for the next.
    monkeypatch.undo()
    ticket = table.tickets.seal(game)
    assert table.one.solo.Act(pb.ActRequest(ticket=ticket), timeout=20).events
    assert 1 <= len(done) < MOST_ACTIONS


# The service among the others


def test_the_service_asks_for_the_scope_solo() -> None:
    """API.md: SoloService is for players; bots think on the slow threads."""
    with running() as one:
        methods = {each.name: each for each in one.server.methods if each.service == solo_service.SERVICE}
    assert set(methods) == {"StartGame", "GetGame", "Act"}
    assert {each.scopes for each in methods.values()} == {frozenset({SOLO_SCOPE})}
    assert {name for name, each in methods.items() if each.slow} == {"StartGame", "Act"}


def test_a_host_and_a_player_are_kept_apart(tmp_path: Path) -> None:
    """API.md: a token of scope solo opens SoloService and not EngineService, one of scope engine the reverse."""
    path = tmp_path / "api-keys"
    held = {scope: api_keys.new_key() for scope in (SOLO_SCOPE, ENGINE_SCOPE)}
    path.write_text("\n".join(api_keys.line_of(f"of-{scope}", key, [scope]) for scope, key in held.items()))
    start = pb.StartGameRequest(rules=preset("page_one"), seats=2, bots=[EASY])
    create = engine_pb.CreateMatchRequest(rules=preset("page_one"), seats=2)
    with running(api_keys_file=str(path)) as one:
        for scope, key in held.items():
            token = (("authorization", f"Bearer {key}"),)
            for call, request, opens in (
                (SOLO + "StartGame", start, SOLO_SCOPE),
                (ENGINE + "CreateMatch", create, ENGINE_SCOPE),
            ):
                end = one.raw(call, request.SerializeToString(), token)
                if scope == opens:
                    assert not isinstance(end, Ended)
                else:
                    assert isinstance(end, Ended)
                    assert (end.code, end.info.reason) == (grpc.StatusCode.PERMISSION_DENIED, "SCOPE_MISSING")
        assert one.ended(SOLO + "StartGame", start).code is grpc.StatusCode.UNAUTHENTICATED


def test_without_the_service_its_calls_are_unknown() -> None:
    """--no-solo: not there at all, for health and reflection either."""
    with running(solo=False) as one:
        end = one.ended(SOLO + "StartGame", pb.StartGameRequest())
        assert end.code is grpc.StatusCode.UNIMPLEMENTED
        assert solo_service.SERVICE not in one.server.services
        assert not [line for line in one.log.all() if line["event"] == "own_ticket_key"]


def test_games_are_counted(table: Table) -> None:
    """Games begun, bots' actions, tickets refused; the log's line has the match and how many actions bots made."""
    with running() as one:
        request = pb.StartGameRequest(rules=preset("page_one"), seats=4, seat=0, bots=[NORMAL])
        answer = one.solo.StartGame(request, metadata=(("x-request-id", "solo-start"),))
        line = one.log.of("solo-start")
        assert line["match_id"] == answer.view.match_id
        assert line["bots_actions"] == answer.view.version
        one.ended(SOLO + "Act", pb.ActRequest(ticket=b"x"))
        text = one.server.metrics.text().decode()
        assert "pageone_solo_games_total 1.0\n" in text
        assert f"pageone_solo_bots_actions_total {float(answer.view.version)}\n" in text
        assert "pageone_tickets_refused_total 1.0\n" in text
        assert 'pageone_matches_total{rules="page_one"} 1.0\n' in text
        assert answer.ticket not in one.log.raw_bytes
        assert answer.ticket.hex().encode() not in one.log.raw_bytes


def test_answers_are_of_the_right_type() -> None:
    """OPERATIONS.md: a response of the wrong type would be sent without complaint."""
    assert server_module.METHODS
    for name in ("StartGame", "GetGame", "Act"):
        method = pb.DESCRIPTOR.services_by_name["SoloService"].methods_by_name[name]
        assert method.output_type.name == f"{name}Response"


def test_events_fold_over_many_actions() -> None:
    """API.md: an answer's events, those of several actions, lead from the old view to the new one."""
    for seed in range(60):
        choice = random.Random(seed)
        rules, seats = random_rules(choice)
        seat = choice.randrange(seats)
        game = new_game(rules, seats, seat, choice.choice((1, 2, 3)), choice.randbytes(32))
        wanted = expected(game, None)
        for _ in range(60):
            if is_over(game):
                break
            action = person_action(game.state, seat, choice)
            if may_be_sent(game, action):
                wanted = expected(game, action)
                fold_check(game, wanted)
                game = wanted.game


def fold_check(game: Game, wanted: Expected) -> None:
    check_folding(game, [redact(event, game.seat) for event in wanted.events], wanted.game)
