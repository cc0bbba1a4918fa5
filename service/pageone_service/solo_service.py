"""SoloService: one person against bots; the match travels in a ticket that the person keeps."""

from __future__ import annotations

import os
from collections.abc import Sequence
from time import sleep
from typing import Final

from google.protobuf.message import Message
from pageone.v1 import action_pb2
from pageone.v1 import solo_service_pb2 as pb
from pageone_engine.actions import Action, CallOut, CloseClaims, StartRound
from pageone_engine.engine import apply, create_match
from pageone_engine.events import Event
from pageone_engine.listing import legal_actions
from pageone_engine.presets import MAX_SEATS, MIN_SEATS
from pageone_engine.refusals import Fault, InvalidError
from pageone_engine.terms import Offense, Strength
from pageone_engine.view import redact, view

from . import errors
from .callers import SOLO
from .convert import (
    beside,
    missing,
    out_of_range,
    prefixed,
    put_events,
    put_view,
    read_action,
    read_rules_or_preset,
)
from .edge import Call, Method
from .identity import match_id
from .logs import Log
from .settings import Settings
from .solo import Game, play_on
from .ticket_keys import Keyring, TicketKey, new_secret, read_keys
from .tickets import TicketError, Tickets
from .watched_files import WatchedFiles

SERVICE: Final = "pageone.v1.SoloService"
_STRENGTHS: Final = (Strength.STAND_IN, Strength.EASY, Strength.NORMAL, Strength.HARD)
_SEED_BYTES: Final = 32
#: After each action of a bot. A thread that computes keeps the interpreter for 5 ms at a time, and every call waits
#: for it; one that sleeps, however shortly, lets those that serve go first.
_PAUSE_SECONDS: Final = 0.0002
_Answer = pb.StartGameResponse | pb.ActResponse


class SoloService:
    """The calls of SoloService; the state of every game is in its ticket, none is here.

    Raises `BadFileError` when the file of keys is bad now. ``reloads`` read it at once, for `Server.reload`.
    Where there is no file ``own_secret`` is the key; empty: a new one.
    """

    def __init__(self, settings: Settings, log: Log, own_secret: bytes = b"") -> None:
        self.watched: list[WatchedFiles[Keyring]] = []
        self._own_key = not settings.ticket_keys_file
        if self._own_key:
            keyring = Keyring([TicketKey(own_secret or new_secret())])
            self._tickets = Tickets(lambda: keyring)
            return
        keys = WatchedFiles({"--ticket-keys-file": settings.ticket_keys_file}, read_keys, log)
        self.watched = [keys]
        self._tickets = Tickets(keys.get)

    def warn(self, log: Log) -> None:
        """Say what an operator may not know of the keys."""
        if self._own_key:
            log.warning("own_ticket_key", hint="tickets do not survive a restart and are not shared by replicas")

    def methods(self) -> tuple[Method, ...]:
        """What the server serves; bots think on the slow threads."""
        scopes = frozenset({SOLO})
        return (
            Method(SERVICE, "StartGame", pb.StartGameRequest, self.start_game, slow=True, scopes=scopes),
            Method(SERVICE, "GetGame", pb.GetGameRequest, self.get_game, scopes=scopes),
            Method(SERVICE, "Act", pb.ActRequest, self.act, slow=True, scopes=scopes),
        )

    def start_game(self, request: pb.StartGameRequest, call: Call) -> Message:
        """Deal from a seed that the operating system draws, and let the bots play until the person can act."""
        game, events = _new_game(request, call)
        call.metrics.count_match(game.state.match.rules, events)
        call.metrics.solo_games.inc()
        return self._play_on(pb.StartGameResponse(), game, events, call)

    def get_game(self, request: pb.GetGameRequest, call: Call) -> Message:
        """What the person sees."""
        game = self._open(request.ticket, call)
        response = pb.GetGameResponse()
        _put_view(response, game, call)
        return response

    def act(self, request: pb.ActRequest, call: Call) -> Message:
        """Apply the person's action, when there is one, and let the bots go on. A refused one changes nothing."""
        game = self._open(request.ticket, call)
        events: list[Event] = []
        if request.HasField("action"):
            game, events = _acted(game, request.action, call)
        return self._play_on(pb.ActResponse(), game, events, call)

    def _open(self, ticket: bytes, call: Call) -> Game:
        try:
            game = self._tickets.open(ticket)
        except TicketError:
            call.metrics.refused_tickets.inc()
            raise errors.ticket_invalid() from None
        call.note(match_id=game.state.match.match_id)
        return game

    def _play_on(self, response: _Answer, game: Game, events: Sequence[Event], call: Call) -> Message:
        happened = list(events)
        bots_actions = 0
        steps = play_on(game, call.check)
        while True:
            with call.engine:
                step = next(steps, None)
            if step is None:
                break
            bots_actions += 1
            happened += step.events
            call.metrics.count_action(step.state, step.action, step.events)
            game = game.after(step.state)
            sleep(_PAUSE_SECONDS)
        call.note(bots_actions=bots_actions)
        call.metrics.bots_actions.inc(bots_actions)
        response.ticket = self._tickets.seal(game)
        _put_view(response, game, call)
        put_events(response.events, [redact(event, game.seat) for event in happened])
        return response


def _new_game(request: pb.StartGameRequest, call: Call) -> tuple[Game, list[Event]]:
    seed = os.urandom(_SEED_BYTES)
    rules, wire = read_rules_or_preset(request.rules)
    faults = prefixed("rules", wire) if request.HasField("rules") else [missing("rules")]
    bots = _bots(request, faults)
    try:
        with call.engine:
            state, events = create_match(rules, request.seats, seed, match_id=match_id(seed, ()))
    except InvalidError as error:
        raise InvalidError(beside(faults, error.faults)) from None
    if faults:
        raise InvalidError(faults)
    if Strength.HARD in bots:
        what = "STRENGTH_HARD is not there yet; STRENGTH_NORMAL is the strongest"
        raise errors.not_there_yet(what, "STRENGTH_NOT_AVAILABLE")
    call.note(match_id=state.match.match_id)
    return Game(state, request.seat, bots), events


def _bots(request: pb.StartGameRequest, faults: list[Fault]) -> tuple[int, ...]:
    """The strength in each seat, 0 in the person's; empty after a fault of seat or bots was noted."""
    seats, seat = request.seats, request.seat
    # What is wrong with the number of seats is the engine's to say.
    sits = MIN_SEATS <= seats <= MAX_SEATS
    given = list(map(int, request.bots[:MAX_SEATS]))
    wrong = [
        out_of_range(f"bots[{at}]", strength, _STRENGTHS[0], _STRENGTHS[-1])
        for at, strength in enumerate(given)
        if strength not in _STRENGTHS
    ]
    if sits and seat >= seats:
        wrong.append(out_of_range("seat", seat, 0, seats - 1))
    if not given or (sits and len(request.bots) not in (1, seats - 1)):
        others = f"{seats - 1}, one for each other seat" if sits else "one for each other seat"
        count = len(request.bots)
        wrong.append(
            Fault(("bots",), "bots", f"must have 1 entry for all, or {others}; it has {count}", {"count": count})
        )
    faults += wrong
    if wrong or not sits:
        return ()
    each = given * (seats - 1) if len(given) == 1 else given
    return (*each[:seat], 0, *each[seat:])


def _acted(game: Game, message: action_pb2.Action, call: Call) -> tuple[Game, list[Event]]:
    """The game after the person's action."""
    faults: list[Fault] = []
    action = read_action(message, "action", faults)
    if faults or action is None:
        raise InvalidError(faults)
    _check_whose(action, game.seat)
    try:
        with call.engine:
            state, events = apply(game.state, action)
    except InvalidError as error:
        raise InvalidError(prefixed("action", error.faults)) from None
    call.metrics.count_action(state, action, events)
    return game.after(state), events


def _check_whose(action: Action, seat: int) -> None:
    """A person does what its own seat does, and begins rounds; what else a host may do is not for players."""
    if type(action) is CloseClaims or (type(action) is CallOut and action.offense == Offense.TABLE_TALK):
        what = "table talk" if type(action) is CallOut else action.kind
        raise errors.host_only(what)
    if type(action) is not StartRound and action.seat != seat:
        sentence = f"must be {seat}, the seat of the ticket; it is {action.seat}"
        raise InvalidError([Fault(("action.seat",), "seat_of_another", sentence, {"seat": seat})])


def _put_view(message: _Answer | pb.GetGameResponse, game: Game, call: Call) -> None:
    with call.engine:
        seen = view(game.state, game.seat)
        legal = legal_actions(game.state, game.seat)
    put_view(message.view, seen, legal)
