"""Cards from the stock, and the stock's refilling (clauses C16, A8, P11)."""

from .cards import ONE, add, ascending
from .events import CardsDrawn, Event, StockReshuffled
from .game import game_of
from .shuffle import shuffle
from .state import State
from .terms import DrawReason


def can_draw(s: State, penalty: bool = False) -> bool:
    """Whether at least one card can be drawn, reshuffling included."""
    return bool(s.stock) or game_of(s).spare(s, penalty) > 0


def draw_one(s: State, events: list[Event], seat: int, reason: int) -> int:
    """One card for ``seat``, which :func:`can_draw` allows; its code."""
    if not s.stock:
        refill(s, events, penalty=False)
    card = s.stock[-1]
    s.stock = s.stock[:-1]
    s.hands[seat] = add(s.hands[seat], card)
    events.append(CardsDrawn(seat, reason, 1, 1, ONE[card]))
    return card


def draw_owed(s: State, events: list[Event], seat: int, owed: int, reason: int) -> None:
    """``owed`` cards for ``seat``, or as many as there are: the rest is forgiven (clause C16).

    One event for each stretch between reshuffles; only the last tells of forgiven cards.
    """
    penalty = reason == DrawReason.PENALTY
    while True:
        count = min(owed, len(s.stock))
        last = count == owed or game_of(s).spare(s, penalty) <= 0
        if count or last:
            cards = s.stock[len(s.stock) - count :][::-1]
            s.stock = s.stock[: len(s.stock) - count]
            s.hands[seat] = ascending(s.hands[seat] + cards)
            events.append(CardsDrawn(seat, reason, count, owed if last else count, cards))
        if last:
            return
        owed -= count
        refill(s, events, penalty)


def penalize(s: State, events: list[Event], seat: int, cards: int) -> None:
    """A penalty of ``cards``; 0: none is drawn and nothing is told."""
    if cards:
        draw_owed(s, events, seat, cards, DrawReason.PENALTY)


def refill(s: State, events: list[Event], penalty: bool) -> None:
    """Shuffle what may be shuffled of the pile into the empty stock (clauses C5, A8, P11)."""
    spare = game_of(s).spare(s, penalty)
    match = s.match
    s.stock = shuffle(s.pile[:spare], match.seed, match.entropy, s.shuffles)
    s.pile = s.pile[spare:]
    s.shuffles += 1
    events.append(StockReshuffled(len(s.stock)))
