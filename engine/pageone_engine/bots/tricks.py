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
    return -taste.draw * (_suit(outlook, led).draws(0) if led else 1.0)


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
    if led:
        suit = _suit(outlook, led)
        for seat in _still_to_play(outlook, trick):
            cards = outlook.cards_of(seat)
            void = suit.void(cards)
            wins *= 1.0 if card == JOKER or not wins else suit.survives(card, cards)
            drawn += void * suit.draws(cards) * outlook.hurt(seat)
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


class _Suit:
    """What is known of one suit: how many of its cards are unseen, and may be drawn, above each strength."""

    def __init__(self, outlook: Outlook, led: int) -> None:
        self._outlook = outlook
        unseen = outlook.unseen
        self.above = _above(unseen, led)
        self.pool_above = self.above
        self.pool = unseen[0]
        if self._comes_back():
            pile = outlook.state.pile
            self.pool_above = _above([count + pile.count(card) for card, count in enumerate(unseen)], led)
            self.pool += len(pile)
        self._voids: dict[int, float] = {}

    def _comes_back(self) -> bool:
        """Whether the stock will hardly do, so that the finished tricks may be drawn as well (P11)."""
        outlook = self._outlook
        enough = outlook.unseen[0] / (self.above[0] + 1)
        return outlook.book.reshuffles and len(outlook.state.stock) <= enough

    def void(self, cards: int) -> float:
        """The chance that a hand of so many unseen cards has none of the suit."""
        if cards not in self._voids:
            self._voids[cards] = odds_of_none(self._outlook.unseen[0], self.above[0], cards)
        return self._voids[cards]

    def survives(self, card: int, cards: int) -> float:
        """The chance that a seat with so many cards, playing its best, does not beat ``card``."""
        unseen = self._outlook.unseen
        mine = strength_of(card)
        unbeaten = odds_of_none(unseen[0], self.above[mine] + unseen[JOKER], cards)
        # One without the suit draws until it has one, and that may beat the card as well.
        beaten = self.pool_above[mine] / self.pool_above[0] if self.pool_above[0] else 0.0
        return max(unbeaten - self.void(cards) * beaten, 0.0)

    def draws(self, cards: int) -> float:
        """How many cards a seat without the suit draws, on average, until it holds one, or no more are there."""
        return max((self.pool - cards + 1) / (self.pool_above[0] + 1), 1.0)


def _above(counts: Sequence[int], led: int) -> list[int]:
    """For each strength, how many of ``counts`` (copies by card code) of a suit are above it; at 0 all of them."""
    ranks = counts[13 * led - 12 : 13 * led + 1]
    # Place 0 and 1 bear no card; then 2 to 13, and the ace.
    by_strength = [0, 0, *ranks[1:], ranks[0]]
    above = [0] * len(by_strength)
    for strength in range(len(by_strength) - 2, -1, -1):
        above[strength] = above[strength + 1] + by_strength[strength + 1]
    return above


def _suit(outlook: Outlook, led: int) -> _Suit:
    known = outlook.memo.get(led)
    if known is None:
        known = outlook.memo[led] = _Suit(outlook, led)
    assert isinstance(known, _Suit)
    return known
