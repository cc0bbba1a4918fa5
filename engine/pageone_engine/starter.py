"""American Page One: the first card turned (clauses A19, A20)."""

from .book import Book, Power
from .cards import JOKER, NONE, ONE, Suit, own_suit
from .events import DirectionReversed, Event, SeatsSkipped, StarterTurned
from .powers import arrive, discard_of, work
from .rounds import start_turn
from .seats import next_active
from .state import Discard, LastPlay, State


def turn_starter(s: State, events: list[Event]) -> None:
    """Turn the starter, and lay the table with it; its power has not worked yet (clauses A1, A20)."""
    book = s.match.book
    most = len(s.stock)
    put_back = NONE
    while True:
        card = s.stock[-1]
        s.stock = s.stock[:-1]
        if not _goes_back(book, card) or len(put_back) + 1 == most:
            break
        put_back += ONE[card]
        at = len(s.stock) // 2 if book.starter_neutral else 0
        s.stock = s.stock[:at] + ONE[card] + s.stock[at:]
    s.pile = ONE[card]
    names = book.names_suit[card] and not _is_powerless(book, card)
    s.table = Discard(suit=Suit.UNSPECIFIED if names else own_suit(card, Suit.SPADES))
    if book.dobon_on_starter:
        s.last_play = LastPlay(s.dealer, s.pile, starter=True)
    events.append(StarterTurned(card, put_back))


def _goes_back(book: Book, card: int) -> bool:
    if book.starter_dealer:
        return False
    return card == JOKER if book.starter_neutral else book.power[card] != Power.NONE


def _is_powerless(book: Book, card: int) -> bool:
    """The card stayed because every card had been turned: what would have been put back has no power then."""
    return _goes_back(book, card)


def work_starter(s: State, events: list[Event]) -> None:
    """The starter's power, then the first turn (clause A20)."""
    book = s.match.book
    card = s.pile[-1]
    first = next_active(s, s.dealer)
    if _is_powerless(book, card):
        start_turn(s, events, first)
    elif book.starter_dealer:
        _work_as_dealers(s, events, card)
    else:
        _work_as_neutral(s, events, card, first)


def _work_as_dealers(s: State, events: list[Event], card: int) -> None:
    if discard_of(s).suit:
        work(s, events, s.dealer, ONE[card])
    else:
        start_turn(s, events, s.dealer)


def _work_as_neutral(s: State, events: list[Event], card: int, first: int) -> None:
    """As if somebody between the dealer and the first seat had played it."""
    table = discard_of(s)
    power = s.match.book.power[card]
    if power == Power.REVERSE:
        table.reversed = True
        events.append(DirectionReversed(True))
        first = s.dealer
    elif power == Power.SKIP:
        events.append(SeatsSkipped((first,)))
        first = next_active(s, first)
    elif power == Power.DRAW:
        table.pending = s.match.book.draws[card]
    arrive(s, events, first)


def name_starter_suit(s: State, events: list[Event], seat: int, suit: int) -> None:
    """The starter's suit is named: by the dealer before its power works, by the first seat before its own turn."""
    discard_of(s).suit = suit
    if s.match.book.starter_dealer:
        work(s, events, seat, ONE[s.pile[-1]])


def name_for_leaver(s: State, events: list[Event], seat: int) -> int:
    """Who was to name the starter's suit has left: its own suit, of a Joker spades (clause C25). The suit."""
    suit = own_suit(s.pile[-1], Suit.SPADES)
    discard_of(s).suit = suit
    return suit
