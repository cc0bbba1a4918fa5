"""American Page One: what each turn action is worth to the seat that makes it, in cards."""

from typing import Final

from ..actions import Action, Challenge, Draw, NameSuit, Pass, Play
from ..book import Power
from ..cards import JOKER, RANK_OF, SUIT_OF, own_suit, remove_all
from ..challenge import holds_plain
from ..powers import discard_of
from .odds import HIGHEST_SUM, odds_of_none, odds_of_some, sum_odds
from .outlook import Outlook, threat_of
from .style import MatchingTaste

#: Going out beats everything else.
_OUT: Final = 100.0
#: Cards drawn for a doubt without ground (clause A30).
_DOUBT: Final = 2
#: What a hand is worth that can only be finished with cards that may not be the last (clause A18).
_STUCK: Final = 1.5


def worth(outlook: Outlook, taste: MatchingTaste, action: Action) -> float:
    """What a listed turn action is worth; only differences between actions of one position mean something."""
    if type(action) is Play:
        return _play(outlook, taste, action)
    if type(action) is Draw:
        return _draw(outlook, taste)
    if type(action) is Challenge:
        return _challenge(outlook, taste)
    if type(action) is NameSuit:
        return _follow(outlook, taste, outlook.hand, outlook.state.pile[-1], action.suit)
    assert type(action) is Pass
    return 0.0


def _draw(outlook: Outlook, taste: MatchingTaste) -> float:
    pending = discard_of(outlook.state).pending
    return -taste.owed * pending if pending else -taste.draw


def _challenge(outlook: Outlook, taste: MatchingTaste) -> float:
    """Clause A30, weighed by how likely the player could have followed suit and laid the Joker all the same."""
    state = outlook.state
    last = state.last_play
    assert last is not None
    pending = discard_of(state).pending
    book = outlook.book
    suited = sum(
        outlook.unseen[card]
        for card in range(1, JOKER)
        if SUIT_OF[card] == last.suit_before and book.power[card] != Power.WILD
    )
    could = odds_of_some(outlook.unseen[0], suited, outlook.cards_of(last.seat))
    bluffed = could * taste.bluff
    guilty = bluffed / (bluffed + 1 - could) if bluffed else 0.0
    won = taste.attack * pending * outlook.hurt(last.seat)
    return guilty * won - (1 - guilty) * taste.owed * (pending + _DOUBT)


def _play(outlook: Outlook, taste: MatchingTaste, action: Play) -> float:
    cards = action.cards
    rest = remove_all(outlook.hand, cards)
    power = _power(outlook, taste, cards, rest, action.suit)
    if not rest:
        return power + _finish(outlook, cards)
    value = len(cards) + power - _kept(outlook, taste, cards)
    value += taste.point * outlook.danger * sum(outlook.book.points[card] for card in cards)
    value += _follow(outlook, taste, rest, cards[-1], action.suit)
    value += _stuck(outlook, rest)
    if outlook.book.challenges and cards[0] == JOKER and not discard_of(outlook.state).pending:
        value -= _guilt(outlook, taste, rest)
    return value + _dobon(outlook, taste, cards[-1], rest)


def _finish(outlook: Outlook, cards: bytes) -> float:
    """Out, or, with a special card that is penalized as the last one, a new hand (clause A18)."""
    book = outlook.book
    if book.finish_penalized and book.power[cards[-1]]:
        return float(len(cards) - book.penalties.special_finish)
    return _OUT


def _kept(outlook: Outlook, taste: MatchingTaste, cards: bytes) -> float:
    """What the cards would have been worth later; little, when there may be no later."""
    return (1.0 - outlook.danger) * sum(_use(outlook, taste, card) for card in cards)


def _use(outlook: Outlook, taste: MatchingTaste, card: int) -> float:
    power = outlook.book.power[card]
    if card == JOKER:
        return taste.joker
    return (0.0, taste.draw_card, taste.wild, taste.turner, taste.turner)[power]


def _follow(outlook: Outlook, taste: MatchingTaste, rest: bytes, top: int, suit: int) -> float:
    """The share of the cards left that would fit the new top card, wild cards and Jokers always."""
    book = outlook.book
    suit = suit or own_suit(top, discard_of(outlook.state).suit)
    fitting = sum(1 for card in rest if book.names_suit[card] or SUIT_OF[card] == suit or RANK_OF[card] == RANK_OF[top])
    return taste.follow * fitting / len(rest) if rest else 0.0


def _stuck(outlook: Outlook, rest: bytes) -> float:
    """A hand of nothing but cards that may not be the last, where the rules mind (clause A18)."""
    book = outlook.book
    minds = book.finish_penalized or book.finish_rejected
    return -_STUCK if minds and all(book.power[card] for card in rest) else 0.0


def _guilt(outlook: Outlook, taste: MatchingTaste, rest: bytes) -> float:
    guilty = holds_plain(outlook.book, rest, discard_of(outlook.state).suit)
    return taste.guilt if guilty else 0.0


def _power(outlook: Outlook, taste: MatchingTaste, cards: bytes, rest: bytes, suit: int) -> float:
    power = outlook.book.power[cards[-1]]
    if power == Power.DRAW:
        return _attack(outlook, taste, cards)
    if power == Power.SKIP:
        return _skips(outlook, taste, cards, rest, suit, len(cards))
    if power == Power.REVERSE and len(cards) % 2:
        alone = len(outlook.rivals) == 1
        if alone and outlook.book.two_seat_reverse_skips:
            return _skips(outlook, taste, cards, rest, suit, 1)
        return 0.0 if alone else _turn_round(outlook, taste)
    return 0.0


def _attack(outlook: Outlook, taste: MatchingTaste, cards: bytes) -> float:
    """What the next seat must draw, unless it evades (clauses A10 to A12)."""
    book = outlook.book
    target = outlook.ring[0]
    owed = discard_of(outlook.state).pending + book.draws[cards[-1]] * len(cards)
    stays = 1.0
    if not book.evasion_none:
        answers = outlook.unseen_ranks[RANK_OF[cards[-1]]]
        stays = odds_of_none(outlook.unseen[0], answers, outlook.cards_of(target))
    return taste.attack * owed * stays * outlook.hurt(target)


def _skips(outlook: Outlook, taste: MatchingTaste, cards: bytes, rest: bytes, suit: int, skips: int) -> float:
    """The seats jumped, and whether the turn comes back (clauses A13, A15)."""
    ring = outlook.ring
    jumped = [ring[step % len(ring)] for step in range(skips)]
    value = taste.skip * sum(outlook.hurt(seat) for seat in jumped if seat != outlook.seat)
    if rest and ring[skips % len(ring)] == outlook.seat:
        value += taste.again * (1.0 + _follow(outlook, taste, rest, cards[-1], suit))
    return value


def _turn_round(outlook: Outlook, taste: MatchingTaste) -> float:
    """Better to be followed by a seat that is far from going out."""
    after, before = outlook.ring[0], outlook.ring[-2]
    return taste.skip * (threat_of(outlook.cards_of(after)) - threat_of(outlook.cards_of(before)))


def _dobon(outlook: Outlook, taste: MatchingTaste, top: int, rest: bytes) -> float:
    """The risk that a rival's hand sums to the card laid, and the hope that one's own will (clause A23)."""
    book = outlook.book
    if not book.dobon:
        return 0.0
    rules = outlook.state.match.rules
    risk = sum(sum_odds(rules.decks, rules.jokers, outlook.cards_of(seat))[RANK_OF[top]] for seat in outlook.rivals)
    return _hope(outlook, taste, rest) - taste.struck * risk


def _hope(outlook: Outlook, taste: MatchingTaste, rest: bytes) -> float:
    total = sum(RANK_OF[card] for card in rest)
    if total > HIGHEST_SUM or not outlook.unseen[0]:
        return 0.0
    return taste.strike * len(outlook.rivals) * outlook.unseen_ranks[total] / outlook.unseen[0]
