"""Records what this release answers: matches of every preset and option, each event, refusal and kind of action."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

from google.protobuf.message import Message
from pageone.v1 import engine_service_pb2 as pb
from pageone_engine import PRESETS, apply, create_match, legal_actions
from pageone_engine.actions import Action, CloseClaims, StartRound
from pageone_engine.notation import transcript_text
from pageone_engine.refusals import InvalidError, RefusedError, StaleError
from pageone_engine.rules import Rules
from pageone_engine.rules_check import seat_range
from pageone_engine.state import State
from pageone_engine.terms import Phase
from pageone_engine.transcript import Transcript, transcript_of
from pageone_service.cli.local_rules import LOCAL_RULES
from pageone_service.convert import put_action, put_rules, put_state

from tests.corpus import calls, tickets
from tests.corpus.calls import Recorded
from tests.engine.play import all_option_values, listed_action, odd_action, option_values, random_rules
from tests.service.support import ENGINE, Ended, Running, running, viewer

_SEED: Final = 20261130
_MOST: Final = 400
#: So many random rules are played; every option comes up in them, and what is rare to happen.
_TABLES: Final = 3000
#: Every preset and local rule has a ticket, and some random rules.
_TICKETS: Final = 200
#: After so many actions a match shows its options.
_SETTLED: Final = 12
#: A match's transcript is kept whole when it has at most so many actions.
_SHORT: Final = 150


def record(folder: Path) -> int:
    """Write the corpus of this release into ``folder``; the number of calls in it."""
    (folder / "transcripts").mkdir(parents=True)
    found: list[Recorded] = []
    seen: set[str] = set()
    with running() as one:
        for number, (rules, seats) in enumerate(tables()):
            match = Match(one, rules, seats, random.Random(_SEED + number), seen)
            asked = list(match.calls())
            # The creation and the verification of a match that shows nothing new are like many others.
            found += asked if len(asked) > 2 else []
            if rules.name in PRESETS and seats == 4:
                text = transcript_text(match.transcript, match.commitment)
                (folder / "transcripts" / f"{rules.name}.txt").write_text(text, encoding="utf-8")
    calls.write(folder, found)
    tickets.write(folder, islice(tables(), _TICKETS))
    return len(found)


def tables() -> Iterator[tuple[Rules, int]]:
    """Every preset with fewest, four and most seats, each local rule, then random rules; no option is missing."""
    missing = set(all_option_values())
    for rules in PRESETS.values():
        low, high = seat_range(rules)
        for seats in sorted({low, 4, high}):
            yield rules, seats
    for local in LOCAL_RULES:
        missing -= set(option_values(local.rules))
        yield local.rules, local.seats or 3
    rng = random.Random(_SEED)
    for number in range(_TABLES):
        rules, seats = random_rules(rng)
        missing -= set(option_values(rules))
        yield replace(rules, name=f"random-{number}"), seats
    assert not missing, missing


class Match:
    """One match, from which those calls are taken that show something new; ``seen`` is what was shown already."""

    def __init__(self, one: Running, rules: Rules, seats: int, rng: random.Random, seen: set[str]) -> None:
        self._one = one
        self._rules = rules
        self._rng = rng
        self._seen = seen
        self.seats = seats
        self.seed = rng.randbytes(32)
        self.entropy = tuple(rng.randbytes(8) for _ in range(rng.choice((0, 2))))
        self._about = f"{rules.name}, {seats} seats"
        self.commitment = b""
        self.transcript: Transcript

    def calls(self) -> Iterator[Recorded]:
        """The calls: creating it, what its actions show, its views and lists, and its verification."""
        yield self._record("CreateMatch", self._creation())
        state, _ = create_match(
            self._rules, self.seats, self.seed, entropy=self.entropy, first_dealer=0, match_id="corpus"
        )
        first, actions = state, list[Action]()
        options = {f"option {option}" for option in option_values(self._rules)}
        self.commitment = state.match.seed_commitment
        for number in range(_MOST):
            if state.phase == Phase.MATCH_OVER:
                break
            action = self._action(state)
            after, features = outcome(state, action)
            if not self._rules.name.startswith("random"):
                features = {f"{feature}, {self._rules.name}" for feature in features}
            if number == _SETTLED:
                features |= options
            if not features <= self._seen:
                self._seen |= features
                yield from self._look(state, action)
            if after is not None:
                actions.append(action)
                state = after
        self.transcript = transcript_of(first, actions[:_SHORT])
        yield self._record("VerifyTranscript", self._verification(actions[:_SHORT]))

    def _action(self, state: State) -> Action:
        if self._rng.random() < 0.1:
            return odd_action(state, self._rng)
        action = listed_action(state, self._rng) or CloseClaims()
        if state.phase == Phase.ROUND_OVER:
            return StartRound()
        return action

    def _look(self, state: State, action: Action) -> Iterator[Recorded]:
        """An action with its updates, and what else can be asked of the same state."""
        message = pb.ApplyActionRequest(viewers=[viewer(None), viewer(self._rng.randrange(self.seats))])
        put_state(message.state, state)
        put_action(message.action, action)
        yield self._record("ApplyAction", message)
        view = pb.GetViewRequest(viewer=viewer(self._rng.randrange(self.seats)))
        put_state(view.state, state)
        yield self._record("GetView", view)
        if max(len(legal_actions(state, seat).actions) for seat in range(self.seats)) < 200:
            listing = pb.ListLegalActionsRequest()
            put_state(listing.state, state)
            yield self._record("ListLegalActions", listing)

    def _creation(self) -> pb.CreateMatchRequest:
        request = pb.CreateMatchRequest(
            seats=self.seats,
            seed=self.seed,
            entropy=self.entropy,
            first_dealer=0,
            match_id="corpus",
            viewers=[viewer(0), viewer(None)],
        )
        put_rules(request.rules, self._rules)
        return request

    def _verification(self, actions: list[Action]) -> pb.VerifyTranscriptRequest:
        request = pb.VerifyTranscriptRequest(seed_commitment=self.commitment)
        transcript = request.transcript
        put_rules(transcript.rules, self._rules)
        transcript.seats, transcript.seed, transcript.match_id = self.seats, self.seed, "corpus"
        transcript.entropy.extend(self.entropy)
        for action in actions:
            put_action(transcript.actions.add(), action)
        return request

    def _record(self, method: str, request: Message) -> Recorded:
        return answer(self._one, self._about, method, request.SerializeToString(deterministic=True))


def answer(one: Running, about: str, method: str, request: bytes) -> Recorded:
    """What the server answers to a request. Of a refusal only code and reason count: sentences may get better."""
    response = one.raw(ENGINE + method, request)
    if isinstance(response, Ended):
        reason = next((detail.reason for detail in response.details if hasattr(detail, "reason")), "")
        return Recorded(about, method, request, code=response.code.name, reason=reason)
    return Recorded(about, method, request, response)


def outcome(state: State, action: Action) -> tuple[State | None, set[str]]:
    """The state after an action (None: refused), and what the action shows."""
    kind = f"action {action.kind}"
    try:
        after, events = apply(state, action)
    except RefusedError as error:
        return None, {kind, f"refusal {error.refusal}"}
    except StaleError:
        return None, {"stale"}
    except InvalidError:
        # Of malformed actions there is no end, and some have no message.
        return None, set()
    shown = {f"event {event.kind} in {state.phase}" for event in events}
    return after, {kind, *shown, f"phase {after.phase}"}
