"""Actions of a match: each applied once, in one order, by whichever process it reaches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from google.protobuf import json_format
from pageone import Action, actions, fairplay
from pageone.v1 import engine_service_pb2, state_pb2, view_pb2

from . import judgement
from .clock import Times, after, now_ms
from .engine import Engine, Language, RefusalError
from .errors import Code, HostError
from .lobbies import TRIES, Lobbies, rules_of
from .rebasing import may_rebase, same_window
from .records import HOST, Entry, Lobby, Match
from .store import Store
from .updates import split, view_of

_HOSTS_OWN = ("close_claims", "start_round")


@dataclass(frozen=True, slots=True)
class Request:
    """A player's action: its own id for it, and the version that it saw when it decided."""

    action_id: str
    version: int
    action: Action


@dataclass(frozen=True, slots=True)
class Applied:
    """The action was applied, now or when it was sent before; it made the state's version ``version``."""

    version: int


@dataclass(frozen=True, slots=True)
class Stale:
    """The match has gone on: this is its ``view`` now, decide again. Nothing was done."""

    view: view_pb2.MatchView


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules do not allow it: the Refusal's name, and a sentence. Nothing was done."""

    refusal: str
    message: str


@dataclass(frozen=True, slots=True)
class Heard:
    """An accusation of table talk is written down; ``accusers`` of ``needed`` have made it. See `judgement`."""

    accusers: int
    needed: int


Outcome = Applied | Stale | Refused | Heard


class Matches:
    """What happens at tables once cards lie on them. ``changed`` is called with the id of a table that did."""

    def __init__(
        self, store: Store, engine: Engine, lobbies: Lobbies, times: Times, changed: Callable[[str], None]
    ) -> None:
        self._store = store
        self._engine = engine
        self._lobbies = lobbies
        self._times = times
        self._changed = changed

    async def act(self, lobby: Lobby, seat: int, request: Request, language: Language = "en") -> Outcome:
        """Apply a player's action once, however often it is sent."""
        kind = request.action.WhichOneof("kind")
        if kind in _HOSTS_OWN:
            raise HostError(Code.HOST_ONLY, f"`{kind}` is the host's; it sends it when time is up")
        action = Action()
        action.CopyFrom(request.action)
        action.seat = seat
        judged = judgement.is_accusation(action)
        if judged and (heard := await self._judge(lobby.table_id, seat, request, action)):
            return heard
        for _ in range(TRIES):
            match = await self._match(lobby.table_id)
            # After the match: what was applied before this version was read is found here, and what is applied
            # later makes the commit fail.
            earlier = await self._store.entry(lobby.table_id, str(seat), request.action_id)
            if earlier is not None:
                return _again(earlier, request, action)
            state = state_pb2.MatchState.FromString(match.state)
            if not judged and not may_rebase(action, request.version, state, match.window):
                return Stale(view_of(match.views, seat))
            try:
                if await self._step(match, state, action, str(seat), request.action_id, request.version, language):
                    return Applied(match.version + 1)
            except RefusalError as error:
                return Refused(error.refusal, error.message)
        raise HostError(Code.UNAVAILABLE, "too many at once act at this table: send the same again")

    async def expire(self, table_id: str) -> None:
        """The time of the match's phase is up: a stand-in plays, claims are closed, the next round begins.

        Any process may; of those that do only one succeeds.
        """
        match = await self._store.match(table_id)
        if match is None or match.deadline > now_ms():
            return
        state = state_pb2.MatchState.FromString(match.state)
        if state.phase == state_pb2.PHASE_MATCH_OVER:
            await self._store.forget(table_id)
            self._changed(table_id)
            return
        action = await self._hosts_action(match, state)
        await self._step(match, state, action, HOST, f"time-{match.version}", match.version)

    async def transcript(self, table_id: str) -> dict[str, Any]:
        """A match that is over as it can be written down, in proto3 JSON, for everybody; with its commitment."""
        lobby = await self._lobbies.get(table_id)
        match = await self._match(table_id)
        state = state_pb2.MatchState.FromString(match.state)
        if state.phase != state_pb2.PHASE_MATCH_OVER:
            raise HostError(Code.WRONG_STAGE, "the transcript tells every card: it is shown when the match is over")
        return json_format.MessageToDict(await self._written(lobby, state))

    async def _written(self, lobby: Lobby, state: state_pb2.MatchState) -> engine_service_pb2.Transcript:
        entries = await self._store.entries(lobby.table_id)
        return engine_service_pb2.Transcript(
            rules=rules_of(lobby),
            seats=len(state.seats),
            seed=state.seed,
            entropy=state.entropy,
            first_dealer=fairplay.first_dealer(len(state.seats), state.seed, state.entropy),
            match_id=state.match_id,
            actions=[Action.FromString(entry.action) for entry in entries],
        )

    async def _match(self, table_id: str) -> Match:
        match = await self._store.match(table_id)
        if match is None:
            raise HostError(Code.WRONG_STAGE, "the match has not begun")
        return match

    async def _step(
        self,
        match: Match,
        state: state_pb2.MatchState,
        action: Action,
        actor: str,
        action_id: str,
        made_for: int,
        language: Language = "en",
    ) -> bool:
        """Apply ``action`` to ``match`` and keep what comes of it; False when somebody was faster."""
        action.version = match.version
        answer = await self._engine.apply(state, action, language)
        same = same_window(state, answer.state)
        views, events = split(answer.updates)
        following = Match(
            table_id=match.table_id,
            version=match.version + 1,
            state=answer.state.SerializeToString(),
            views=views,
            window=match.window if same else match.version + 1,
            # Answering does not give the others more time.
            deadline=match.deadline if same else after(self._times.of(answer.state.phase)),
        )
        entry = Entry(match.version, actor, action_id, made_for, action.SerializeToString(), now_ms())
        done = await self._store.commit(following, entry, events)
        if done:
            self._changed(match.table_id)
        return done

    async def _hosts_action(self, match: Match, state: state_pb2.MatchState) -> Action:
        if state.phase == state_pb2.PHASE_CLAIMS:
            return actions.close_claims()
        if state.phase == state_pb2.PHASE_ROUND_OVER:
            return actions.start_round()
        action = await self._engine.stand_in(view_of(match.views, state.turn))
        if action is None:
            raise RuntimeError(f"table {match.table_id}: nothing to do for the seat to act (C28)")
        return action

    async def _judge(self, table_id: str, seat: int, request: Request, action: Action) -> Heard | None:
        """Write an accusation down; None when there are enough, or where the rules know no such offense."""
        match = await self._match(table_id)
        state = state_pb2.MatchState.FromString(match.state)
        offender = action.call_out.offender
        known = await self._store.entry(table_id, str(seat), request.action_id)
        # What the rules refuse anyway is not written down: nobody fills the lobby with accusations of seat 4,000,000.
        playing = {number for number, each in enumerate(state.seats) if not each.left}
        if known or not state.rules.penalties.table_talk or offender == seat or not {seat, offender} <= playing:
            return None
        needed, accusers = judgement.needed(state, offender), set[int]()

        def change(lobby: Lobby) -> Lobby | None:
            nonlocal accusers
            before = judgement.accusers(lobby, offender)
            accusers = before | {seat}
            if len(accusers) >= needed:
                # Whoever removes the accusations makes the call-out: once.
                return judgement.settled(lobby, offender)
            return None if accusers == before else judgement.heard(lobby, seat, offender)

        await self._lobbies.change(table_id, change)
        return None if len(accusers) >= needed else Heard(len(accusers), needed)


def _again(earlier: Entry, request: Request, action: Action) -> Applied:
    """The outcome of an action that was applied before, if it is the same one."""
    applied = Action.FromString(earlier.action)
    applied.ClearField("version")
    action.ClearField("version")
    if earlier.made_for != request.version or applied != action:
        raise HostError(Code.ID_REUSED, "this id was used for another action: every action needs a new one")
    return Applied(earlier.version + 1)
