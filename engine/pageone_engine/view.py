"""What one viewer may see of a match, and of what happens in it (clauses C29, C30).

A view is built up from public facts and the viewer's own cards; nothing hidden is ever copied into it to be taken out
again. An event keeps its public half: cards that a viewer may not see are absent, their count stays.
"""

from . import claims
from .cards import NO_CARD, NONE
from .events import CardsDealt, CardsDrawn, Event, HandShown
from .state import Discard, LastPlay, Match, State, Trick, View
from .terms import Phase


def view(state: State, viewer: int | None) -> View:
    """The match as ``viewer`` sees it: a seat from 0, or ``None`` for a spectator (clause C29).

    The seed is in it only when the match is over (clause C7). Legal actions are not part of it: they follow from it.
    """
    match = state.match
    table = state.table
    drawn = table.drawn
    own_drawn = drawn if viewer == state.turn else NO_CARD
    last = state.last_play
    if isinstance(table, Trick):
        shown: Trick | Discard = Trick(table.leader, table.plays, own_drawn)
    else:
        shown = Discard(table.suit, table.reversed, table.pending, own_drawn)
    return View(
        match.match_id,
        viewer,
        match.rules,
        state.version,
        state.phase,
        state.round,
        state.dealer,
        state.turn,
        tuple(map(len, state.hands)),
        state.scores,
        state.places,
        state.left,
        len(state.stock),
        state.pile,
        shown,
        drawn != NO_CARD,
        match.seed_commitment,
        NONE if viewer is None else state.hands[viewer],
        match.seed if state.phase == Phase.MATCH_OVER else NONE,
        last and _shown_play(last),
        state.claims,
        tuple(claims.awaited(state)) if state.claims else (),
    )


def _shown_play(play: LastPlay) -> LastPlay:
    """A play as everybody saw it: open offenses are shown to nobody (clause C13)."""
    return LastPlay(
        play.seat,
        play.cards,
        (),
        play.suit_before,
        play.reversed_before,
        play.pending_before,
        play.starter,
        play.call,
    )


def state_of(view: View) -> State:
    """What a view's owner knows, as a state: unknown cards are code 0, offenses and counters that a view lacks are 0.

    The viewer's legal actions in it are those in the real state: listing asks a seat for nothing that it cannot see.
    """
    match = Match(view.match_id, view.rules, len(view.cards), view.seed, (), view.seed_commitment)
    hands = list(map(bytes, view.cards))
    if view.viewer is not None:
        hands[view.viewer] = view.hand
    return State(
        match,
        view.version,
        0,
        view.phase,
        view.round,
        view.dealer,
        view.turn,
        0,
        hands,
        view.scores,
        view.places,
        view.left,
        bytes(view.stock),
        view.pile,
        view.table.copy(),
        view.last_play,
        view.claims,
    )


def redact(event: Event, viewer: int | None) -> Event:
    """The event as ``viewer`` (a seat, or ``None``: a spectator) gets it; the same object when nothing in it is hidden.

    Hidden are dealt and drawn cards but to their seat (clause C29), and a hand shown by a challenge but to its seat and
    to the challenger (clause A30).
    """
    if isinstance(event, CardsDrawn):
        if event.seat == viewer or not event.cards:
            return event
        return CardsDrawn(event.seat, event.reason, event.count, event.owed)
    if isinstance(event, CardsDealt):
        return event if event.seat == viewer else CardsDealt(event.seat, event.count)
    if isinstance(event, HandShown):
        if viewer in (event.seat, event.shown_to):
            return event
        return HandShown(event.seat, event.shown_to, event.count)
    return event
