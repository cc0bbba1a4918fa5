"""Traffic of real games: tables whose matches are played forward, and the calls that a host and an app make of them.

A table keeps what its host keeps: the state and each seat's view of the last answer. Every answer carries it on; what
is played is picked from the legal actions of the view of the seat that is due, as a person in an app would.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

import pageone
from google.protobuf.message import Message
from pageone.v1 import action_pb2, rules_pb2, state_pb2, view_pb2
from pageone.v1 import engine_service_pb2 as pb
from pageone.v1 import solo_service_pb2 as solo

_ENGINE: Final = "/pageone.v1.EngineService/"
_SOLO: Final = "/pageone.v1.SoloService/"


@dataclass(frozen=True)
class Request:
    """A call to be made: its path, its bytes, and what is done with the answer's bytes (None: it failed)."""

    path: str
    message: bytes
    done: Callable[[bytes | None], None]


@dataclass
class Table:
    """A match at its host: the state, the seats' views, and whether an action is on its way."""

    state: state_pb2.MatchState
    views: list[view_pb2.MatchView]

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.state.phase == state_pb2.PHASE_MATCH_OVER

    def due(self) -> int:
        """The seat that is to act; 0 between rounds."""
        return pageone.due(self.views[0]) or 0


@dataclass
class Game:
    """A game against bots at its app: the ticket and the person's view."""

    ticket: bytes
    view: view_pb2.MatchView

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.view.phase == state_pb2.PHASE_MATCH_OVER


@dataclass
class Traffic:
    """The calls of one process: ``mix`` has a weight for each kind of call by its method's name.

    ``batch`` is the number of actions in a BatchApplyActions. `next` never waits: where a kind needs a free table and
    there is none, a match is created.
    """

    mix: Mapping[str, float]
    rules: Sequence[str]
    seats: int
    batch: int
    stream: Random
    free: list[Table] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)

    def next(self) -> Request:
        """The next call."""
        (kind,) = self.stream.choices(list(self.mix), list(self.mix.values()))
        return KINDS[kind](self)

    def pick(self, view: view_pb2.MatchView) -> action_pb2.Action | None:
        """One of the legal actions of a view, a play where there is one; None where there is nothing to do.

        Call-outs are left aside. People play when they can: who draws at random holds a pack before long.
        """
        found = [action for action in view.legal.actions if not action.HasField("call_out")]
        plays = [action for action in found if action.HasField("play")]
        return self.stream.choice(plays or found) if found else None

    def any_table(self) -> Table | None:
        """A table to look at, which stays free; None when none is."""
        return self.stream.choice(self.free) if self.free else None

    def take(self) -> Table | None:
        """A table to act at, which is nobody else's until it is put back."""
        if not self.free:
            return None
        at = self.stream.randrange(len(self.free))
        self.free[at], self.free[-1] = self.free[-1], self.free[at]
        return self.free.pop()

    def put_back(self, table: Table) -> None:
        """Free a table again; one whose match is over is cleared away."""
        if not table.over:
            self.free.append(table)

    def seed(self) -> bytes:
        """32 bytes."""
        return self.stream.randbytes(32)


def create(traffic: Traffic) -> Request:
    """A new match, with the views of all seats."""
    request = pb.CreateMatchRequest(
        rules=rules_pb2.Rules(name=traffic.stream.choice(traffic.rules)),
        seats=traffic.seats,
        seed=traffic.seed(),
        viewers=_seats(traffic.seats),
    )

    def done(answer: bytes | None) -> None:
        if answer is not None:
            response = pb.CreateMatchResponse.FromString(answer)
            traffic.put_back(Table(response.state, [update.view for update in response.updates]))

    return _request(_ENGINE + "CreateMatch", request, done)


def apply(traffic: Traffic) -> Request:
    """The next action of a match, with the updates of all seats."""
    table = traffic.take()
    if table is None:
        return create(traffic)

    def done(answer: bytes | None) -> None:
        if answer is not None:
            _carry_on(table, pb.ApplyActionResponse.FromString(answer))
        traffic.put_back(table)

    return _request(_ENGINE + "ApplyAction", _action_of(traffic, table), done)


def apply_many(traffic: Traffic) -> Request:
    """The next action of many matches in one call."""
    tables = [table for _ in range(traffic.batch) if (table := traffic.take()) is not None]
    if not tables:
        return create(traffic)

    def done(answer: bytes | None) -> None:
        if answer is not None:
            results = pb.BatchApplyActionsResponse.FromString(answer).results
            for table, result in zip(tables, results, strict=True):
                if not result.HasField("response"):
                    raise ValueError(f"a legal action in a batch was refused: {result.error.message}")
                _carry_on(table, result.response)
        for table in tables:
            traffic.put_back(table)

    message = pb.BatchApplyActionsRequest(requests=[_action_of(traffic, table) for table in tables])
    return _request(_ENGINE + "BatchApplyActions", message, done)


def look(traffic: Traffic) -> Request:
    """A seat's view of a match."""
    table = traffic.any_table()
    if table is None:
        return create(traffic)
    viewer = view_pb2.Viewer(seat=traffic.stream.randrange(traffic.seats))
    return _request(_ENGINE + "GetView", pb.GetViewRequest(state=table.state, viewer=viewer), _nothing)


def list_legal(traffic: Traffic) -> Request:
    """What the seat that is due may do."""
    table = traffic.any_table()
    if table is None:
        return create(traffic)
    request = pb.ListLegalActionsRequest(state=table.state, seat=table.due())
    return _request(_ENGINE + "ListLegalActions", request, _nothing)


def suggest(traffic: Traffic) -> Request:
    """What a bot would do for the seat that is due."""
    table = traffic.any_table()
    if table is None:
        return create(traffic)
    request = pb.SuggestActionRequest(view=table.views[table.due()], strength=pb.STRENGTH_NORMAL, seed=traffic.seed())
    return _request(_ENGINE + "SuggestAction", request, _nothing)


def start_game(traffic: Traffic) -> Request:
    """A new game against bots."""
    request = solo.StartGameRequest(
        rules=rules_pb2.Rules(name=traffic.stream.choice(traffic.rules)),
        seats=traffic.seats,
        seat=0,
        bots=[pb.STRENGTH_EASY] * (traffic.seats - 1),
    )

    def done(answer: bytes | None) -> None:
        if answer is not None:
            response = solo.StartGameResponse.FromString(answer)
            traffic.games.append(Game(response.ticket, response.view))

    return _request(_SOLO + "StartGame", request, done)


def act(traffic: Traffic) -> Request:
    """The person's action in a game against bots, and the bots' answers; what is next where nothing is the person's."""
    if not traffic.games:
        return start_game(traffic)
    game = traffic.games.pop(traffic.stream.randrange(len(traffic.games)))
    action = traffic.pick(game.view)
    if game.view.phase == state_pb2.PHASE_ROUND_OVER:
        action = action_pb2.Action(start_round=action_pb2.StartRound())

    def done(answer: bytes | None) -> None:
        if answer is not None:
            response = solo.ActResponse.FromString(answer)
            game.ticket, game.view = response.ticket, response.view
        if not game.over:
            traffic.games.append(game)

    return _request(_SOLO + "Act", solo.ActRequest(ticket=game.ticket, action=action), done)


def get_game(traffic: Traffic) -> Request:
    """The view of a kept ticket."""
    if not traffic.games:
        return start_game(traffic)
    game = traffic.stream.choice(traffic.games)
    return _request(_SOLO + "GetGame", solo.GetGameRequest(ticket=game.ticket), _nothing)


#: What makes the next call of each kind, by the method's bare name.
KINDS: Final[Mapping[str, Callable[[Traffic], Request]]] = {
    "CreateMatch": create,
    "ApplyAction": apply,
    "BatchApplyActions": apply_many,
    "GetView": look,
    "ListLegalActions": list_legal,
    "SuggestAction": suggest,
    "StartGame": start_game,
    "Act": act,
    "GetGame": get_game,
}
#: Apps: a game now and then, and actions.
SOLO_MIX: Final[Mapping[str, float]] = {"StartGame": 4, "Act": 88, "GetGame": 8}
_SOLO_KINDS: Final = frozenset({"StartGame", "Act", "GetGame"})
#: A host's evening: mostly actions, some who come back and look, some bots, now and then a tick of many matches.
ENGINE_MIX: Final[Mapping[str, float]] = {
    "CreateMatch": 2,
    "ApplyAction": 60,
    "GetView": 18,
    "ListLegalActions": 8,
    "SuggestAction": 10,
    "BatchApplyActions": 2,
}


def beginnings(mix: Mapping[str, float]) -> list[Callable[[Traffic], Request]]:
    """What has to be begun before a mix can be played: matches, games against bots, or both."""
    wanted = {kind for kind, weight in mix.items() if weight}
    return [*([create] if wanted - _SOLO_KINDS else []), *([start_game] if wanted & _SOLO_KINDS else [])]


def _seats(count: int) -> list[view_pb2.Viewer]:
    return [view_pb2.Viewer(seat=seat) for seat in range(count)]


def _action_of(traffic: Traffic, table: Table) -> pb.ApplyActionRequest:
    if table.state.phase == state_pb2.PHASE_ROUND_OVER:
        action = action_pb2.Action(start_round=action_pb2.StartRound())
    else:
        found = traffic.pick(table.views[table.due()])
        if found is None:
            raise ValueError(f"seat {table.due()} is due and has nothing to do")
        action = found
    return pb.ApplyActionRequest(state=table.state, action=action, viewers=_seats(traffic.seats))


def _carry_on(table: Table, response: pb.ApplyActionResponse) -> None:
    table.state = response.state
    table.views = [update.view for update in response.updates]


def _nothing(_: bytes | None) -> None:
    return


def _request(path: str, message: Message, done: Callable[[bytes | None], None]) -> Request:
    return Request(path, message.SerializeToString(), done)
