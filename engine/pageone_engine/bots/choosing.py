"""A strength's answer to a view: what it sees, weighs and forgets."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..actions import Action, CallOut, Play
from ..listing import legal_actions
from ..refusals import Fault, InvalidError
from ..state import Discard, View
from ..terms import Strength, members
from ..view import state_of
from . import claims, matching, noticing, tricks
from .chance import Chance
from .errors import StrengthNotImplementedError
from .outlook import Outlook
from .stand_in import stand_in
from .style import STYLES, Style


def suggest(view: View, strength: int, seed: bytes = b"") -> Action | None:
    """What a bot of ``strength`` would do in the place of the seat that ``view`` is of.

    Takes a view and nothing else, so a bot knows what its seat may know (C29). Same view, strength and
    ``seed`` (any length): same answer; STAND_IN does not read the seed. The action carries no version; it is
    one that the engine accepts. None: nothing to do, or nothing worth doing. Out of turn, the only action
    there is is a call-out that the view proves right.

    Raises InvalidError (``view.viewer``, ``strength``), and StrengthNotImplementedError for HARD.
    """
    seat = _checked(view, strength)
    state = state_of(view)
    listed = legal_actions(state, seat).actions
    if not listed:
        return None
    style = STYLES.get(strength)
    if style is None:
        return stand_in(listed, Chance(view, b""))
    return _judge(Outlook(state, seat), style, listed, Chance(view, seed))


def _checked(view: View, strength: int) -> int:
    faults: list[Fault] = []
    if view.viewer is None:
        faults.append(
            Fault(
                ("view.viewer",),
                "viewer_not_a_seat",
                "must be a seat: a spectator has no action to make",
            )
        )
    elif not 0 <= view.viewer < len(view.cards):
        faults.append(
            Fault(
                ("view.viewer",),
                "viewer_out_of_range",
                f"must be a seat from 0 to {len(view.cards) - 1}",
                {"highest": len(view.cards) - 1},
            )
        )
    if strength not in members(Strength).values():
        faults.append(Fault(("strength",), "strength_unknown", "must be STAND_IN, EASY or NORMAL"))
    if faults:
        raise InvalidError(faults)
    if strength == Strength.HARD:
        raise StrengthNotImplementedError(strength)
    assert view.viewer is not None
    return view.viewer


def _judge(outlook: Outlook, style: Style, listed: Sequence[Action], chance: Chance) -> Action | None:
    claim = claims.answer(outlook, style, listed, chance)
    if claim is not None and claim.kind == "dobon":
        return claim
    offense = noticing.call_out(outlook, style, listed, chance)
    if offense is not None:
        return offense
    turn_actions = [action for action in listed if type(action) is not CallOut]
    if claim is not None or not turn_actions:
        return claim
    return _called(outlook, style, _best(outlook, style, turn_actions, chance), chance)


def _best(outlook: Outlook, style: Style, actions: Sequence[Action], chance: Chance) -> Action:
    """The action worth most, each judged with the style's blur; of equals the first listed."""
    if len(actions) == 1:
        return actions[0]
    value = _values(outlook, style)
    if not style.blur:
        return max(actions, key=value)
    return max(actions, key=lambda action: value(action) + style.blur * chance.share())


def _values(outlook: Outlook, style: Style) -> Callable[[Action], float]:
    if type(outlook.state.table) is Discard:
        return lambda action: matching.worth(outlook, style.matching, action)
    return lambda action: tricks.worth(outlook, style.tricks, action)


def _called(outlook: Outlook, style: Style, action: Action, chance: Chance) -> Action:
    """The call may be forgotten where the others must notice it (C13)."""
    if type(action) is not Play or not action.call or outlook.book.missed_penalized:
        return action
    return action if chance.happens(style.calls) else replace(action, call=0)
