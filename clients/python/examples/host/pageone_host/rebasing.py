"""Two players act at once: when an action that was made for an older version may still be applied.

A turn action never may: whoever lost the race gets STALE and the new view, and decides again. But while several seats
are asked at the same time (claims, or pointing out an offense), answering one by one would make the fastest network the
winner. So answers of one *window* are taken in the order they arrive: `waive`, `dobon` and `call_out`, as long as the
same play is being claimed against at the same level, it is the same turn, and nobody has left. Whether the answer is
still legal then is the rules' decision, as ever.

Leaving does not depend on what a seat has seen: it is applied to whatever version there is.

One exception: where a wrong call-out costs cards (C17), a call-out that comes second would be punished for being slow,
so it is stale.
"""

from __future__ import annotations

from typing import Final

from pageone.v1 import action_pb2, state_pb2

_REBASED: Final = frozenset({"waive", "dobon", "call_out", "leave"})


def same_window(before: state_pb2.MatchState, after: state_pb2.MatchState) -> bool:
    """Whether the same answers may be given after an action as before it."""
    return _window(before) == _window(after)


def may_rebase(action: action_pb2.Action, made_for: int, state: state_pb2.MatchState, window: int) -> bool:
    """Whether an action made for version ``made_for`` may be applied to ``state``, open to answers since ``window``."""
    if made_for == state.version:
        return True
    kind = action.WhichOneof("kind")
    if kind == "call_out" and state.rules.penalties.false_call_out:
        return False
    earliest = 0 if kind == "leave" else window
    return kind in _REBASED and earliest <= made_for < state.version


def _window(state: state_pb2.MatchState) -> tuple[object, ...]:
    left = tuple(seat.left for seat in state.seats)
    return state.round, state.phase, state.turn, state.turns, state.claims.level, left
