"""Page One: what each turn action is worth to the seat that makes it, in cards."""

from collections.abc import Sequence
from typing import Final

from ..actions import Action, Draw, Play
from ..cards import JOKER, ONE, RANK_OF, SUIT_OF, remove
from ..state import Trick
from ..tricks import suit_led, trick_of
from .odds import odds_of_none
from .outlook import Outlook, threat_of
from .style import TrickTaste

_ACE: Final = 14
_JOKER: Final = 15


def strength_of(card: int) -> int:
    """The rank order of clause P7: 2 to 13, ace 14, Joker 15."""
    if card == JOKER:
        return _JOKER
    return _ACE if RANK_OF[card] == 1 else RANK_OF[card]


def worth(outlook: Outlook, taste: TrickTaste, action: Action) -> float:
    """What a listed turn action is worth; only differences between actions of one position mean something."""
    if type(action) is Play:
        return _play(outlook, taste, action.cards[0])
    assert type(action) is Draw
    led = suit_led(trick_of(outlook.state).plays)
    # Without a suit led it is a Joker alone that must draw (P9).
    return -taste.draw * (_draws(outlook, led, 0) if led else 1.0)


def _play(outlook: Outlook, taste: TrickTaste, card: int) -> float:
    left = len(outlook.hand) - 1
    wins, hampers = _prospects(outlook, taste, card)
    value = taste.lead * wins + hampers - taste.spend * strength_of(card) / _ACE
    if left > 1:
        return value - (taste.joker * (1.0 - outlook.danger) if card == JOKER else 0.0)
    # The last card is led by who wins now; a Joker cannot be it (P8).
    alone = remove(outlook.hand, card) == ONE[JOKER]
    return value - taste.alone if alone else value + taste.last * wins


def _prospects(outlook: Outlook, taste: TrickTaste, card: int) -> tuple[float, float]:
    """The chance to win the trick, and what it is worth that seats after this one must draw to follow."""
    trick = trick_of(outlook.state)
    led = suit_led((*trick.plays, (outlook.seat, card)))
    wins = 1.0 if _is_best(trick, card, led) else 0.0
    drawn = stopped = 0.0
    for seat in _still_to_play(outlook, trick):
        cards = outlook.cards_of(seat)
        void = odds_of_none(outlook.unseen[0], _suited(outlook.unseen, led), cards) if led else 0.0
        wins *= _survives(outlook, card, led, cards, void)
        drawn += void * _draws(outlook, led, cards) * outlook.hurt(seat)
        stopped += void * threat_of(cards)
    return wins, taste.attack * drawn + taste.stop * stopped


def _still_to_play(outlook: Outlook, trick: Trick) -> list[int]:
    played = {seat for seat, _ in trick.plays}
    return [seat for seat in outlook.rivals if seat not in played]


def _is_best(trick: Trick, card: int, led: int) -> bool:
    """Whether ``card``, which follows, wins the trick as it lies; of equal cards the first does (clause P7)."""
    best = max(
        (strength_of(other) for _, other in trick.plays if other == JOKER or SUIT_OF[other] == led),
        default=0,
    )
    return strength_of(card) > best


def _suited(counts: Sequence[int], led: int, above: int = 0) -> int:
    """How many of ``counts`` (copies by card code) are of the suit led and stronger than ``above``."""
    return sum(counts[card] for card in range(13 * led - 12, 13 * led + 1) if strength_of(card) > above)


def _to_be_drawn(outlook: Outlook, led: int) -> list[int]:
    """What may be drawn for the suit: the unseen cards, the finished tricks too when the stock will not do (P11)."""
    unseen = outlook.unseen
    stock = len(outlook.state.stock)
    if not outlook.book.reshuffles or stock > unseen[0] / (_suited(unseen, led) + 1):
        return unseen
    counts = unseen[:]
    for card in outlook.state.pile:
        counts[card] += 1
    counts[0] += len(outlook.state.pile)
    return counts


def _survives(outlook: Outlook, card: int, led: int, cards: int, void: float) -> float:
    """The chance that a seat with so many cards, playing its best, does not beat ``card``."""
    if card == JOKER:
        return 1.0
    unseen = outlook.unseen
    mine = strength_of(card)
    unbeaten = odds_of_none(unseen[0], _suited(unseen, led, mine) + unseen[JOKER], cards)
    # One without the suit draws until it has one, and that may beat the card as well.
    counts = _to_be_drawn(outlook, led)
    suited = _suited(counts, led)
    beaten = _suited(counts, led, mine) / suited if suited else 0.0
    return max(unbeaten - void * beaten, 0.0)


def _draws(outlook: Outlook, led: int, cards: int) -> float:
    """How many cards a seat without the suit draws, on average, until it holds one, or the stock is gone."""
    counts = _to_be_drawn(outlook, led)
    return max((counts[0] - cards + 1) / (_suited(counts, led) + 1), 1.0)
