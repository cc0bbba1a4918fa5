"""Claims: who is awaited, answers, levels, and how they end (clauses C14, C17, A23 to A28, S2)."""

from .calls import with_offenses
from .cards import NONE, RANK_OF, Suit, ascending, own_suit
from .events import (
    CardsReturned,
    ClaimsClosed,
    ClaimsOpened,
    ClaimWaived,
    DobonCalled,
    DobonVoided,
    DrawPending,
    Event,
    SuitNamed,
)
from .game import game_of
from .powers import discard_of
from .rounds import conclude, is_decided, place, start_turn
from .seats import active_seats, clockwise_from, next_active
from .state import Claims, DobonClaim, LastPlay, State
from .terms import Phase


def awaited(s: State) -> list[int]:
    """The seats whose answer is awaited at this level, ascending (clauses C14, A23, A26); empty outside CLAIMS."""
    claims = s.claims
    if claims is None:
        return []
    claimed = {dobon.seat for dobon in claims.dobons}
    struck = s.turn
    if claims.level == 1:
        asked = [seat for seat in active_seats(s) if seat != struck]
    elif s.match.book.returns_contested:
        asked = [seat for seat in active_seats(s) if seat == struck]
    else:
        asked = active_seats(s)
    return [seat for seat in asked if seat not in claimed and seat not in claims.answered]


def must_open(s: State) -> bool:
    """Whether the last play, which emptied the hand, waits for claims although nobody can dobon (clauses C14, A22)."""
    last = s.last_play
    assert last is not None
    return not s.hands[last.seat] and (s.match.book.illegal_called_out or bool(last.offenses))


def open_claims(s: State, events: list[Event]) -> None:
    """Level 1 against the last play."""
    assert s.last_play is not None
    s.phase = Phase.CLAIMS
    s.turn = s.last_play.seat
    s.claims = Claims()
    events.append(ClaimsOpened(1, tuple(awaited(s))))


def _answer(s: State, seat: int, dobons: tuple[DobonClaim, ...]) -> None:
    claims = s.claims
    assert claims is not None
    s.claims = Claims(claims.level, tuple(sorted((*claims.answered, seat))), dobons)


def waive(s: State, events: list[Event], seat: int) -> None:
    """``seat`` claims nothing at this level."""
    assert s.claims is not None
    _answer(s, seat, s.claims.dobons)
    events.append(ClaimWaived(seat))
    close_when_answered(s, events)


def count_as_answered(s: State, events: list[Event], seat: int) -> None:
    """A seat that has just left is awaited no longer (clause C25, S2)."""
    assert s.claims is not None
    _answer(s, seat, s.claims.dobons)
    close_when_answered(s, events)


def dobon_targets(s: State, seat: int) -> list[int]:
    """Whom ``seat``, which is awaited, may strike with its hand now, ascending (clauses A23, A26)."""
    claims = s.claims
    last = s.last_play
    hand = s.hands[seat]
    if claims is None or last is None or not hand or not s.match.book.dobon:
        return []
    total = sum(RANK_OF[card] for card in hand)
    if claims.level == 1:
        return [last.seat] if total == RANK_OF[last.cards[-1]] else []
    struck = [dobon for dobon in claims.dobons if dobon.level == claims.level - 1]
    if s.match.book.returns_contested:
        return [min(dobon.seat for dobon in struck)] if total == RANK_OF[last.cards[-1]] else []
    return sorted(dobon.seat for dobon in struck if RANK_OF[dobon.cards[-1]] == total)


def call_dobon(s: State, events: list[Event], seat: int, against: int, cards: bytes) -> None:
    """``seat`` lays its hand down; what it strikes is void, offenses of the play are gone (clauses A24, A26)."""
    claims = s.claims
    assert claims is not None
    assert s.last_play is not None
    cards = cards or s.hands[seat]
    if s.last_play.offenses:
        s.last_play = with_offenses(s.last_play, ())
    events.append(DobonCalled(seat, against, cards))
    dobons = tuple(_strike(s, events, dobon, claims.level, against) for dobon in claims.dobons)
    _answer(s, seat, (*dobons, DobonClaim(seat, against, claims.level, cards)))
    close_when_answered(s, events)


def _strike(s: State, events: list[Event], dobon: DobonClaim, level: int, against: int) -> DobonClaim:
    hit = dobon.level == level - 1 and (s.match.book.returns_contested or dobon.seat == against)
    if not hit or dobon.void:
        return dobon
    events.append(DobonVoided(dobon.seat))
    return DobonClaim(dobon.seat, dobon.against, dobon.level, dobon.cards, True)


def close_when_answered(s: State, events: list[Event]) -> None:
    """The level ends with the last answer."""
    if not awaited(s):
        close_level(s, events)


def close_level(s: State, events: list[Event]) -> None:
    """Nobody answers at this level any more: a next level, or the claims are final (clauses A25, A26)."""
    claims = s.claims
    assert claims is not None
    if _may_return(s, claims):
        s.claims = Claims(claims.level + 1, (), claims.dobons)
        asked = awaited(s)
        if asked:
            events.append(ClaimsOpened(claims.level + 1, tuple(asked)))
            return
    finish_claims(s, events)


def close_all(s: State, events: list[Event]) -> None:
    """As if all had waived, through all levels that would still open (clause C25)."""
    while s.phase == Phase.CLAIMS:
        close_level(s, events)


def drop_claims(s: State, events: list[Event]) -> None:
    """Nobody has claimed, and the round is about to end without another turn."""
    events.append(ClaimsClosed())
    s.phase = Phase.TURN
    s.claims = None


def _may_return(s: State, claims: Claims) -> bool:
    book = s.match.book
    levels = book.returns_last_laid or (book.returns_contested and claims.level == 1)
    return levels and any(dobon.level == claims.level for dobon in claims.dobons)


def finish_claims(s: State, events: list[Event]) -> None:
    """The claims are final: the dobons stand, or the play does."""
    claims = s.claims
    assert claims is not None
    events.append(ClaimsClosed())
    if claims.dobons:
        _let_dobons_stand(s, events, claims.dobons)
    else:
        go_on(s, events)


def go_on(s: State, events: list[Event]) -> None:
    """The last play stands: its player is out when it holds nothing, or play goes on (clauses C14, A16, A25)."""
    last = s.last_play
    assert last is not None
    s.phase = Phase.TURN
    s.claims = None
    if not s.hands[last.seat]:
        if last.offenses:
            s.last_play = with_offenses(last, ())
        place(s, events, [last.seat])
        if is_decided(s):
            game_of(s).pay_finish(s, events)
            conclude(s, events)
            return
    game_of(s).proceed(s, events)


def take_back(s: State, events: list[Event], last: LastPlay) -> None:
    """The cards of the last play go from the pile back to the player's hand (clauses A22, A24)."""
    s.pile = s.pile[: -len(last.cards)]
    s.hands[last.seat] = ascending(s.hands[last.seat] + last.cards)
    events.append(CardsReturned(last.seat, last.cards))


def _let_dobons_stand(s: State, events: list[Event], dobons: tuple[DobonClaim, ...]) -> None:
    """Clause A27: the struck play is undone, the standing claimants are out, and the round ends or goes on."""
    last = s.last_play
    assert last is not None
    standing = {dobon.seat: dobon for dobon in dobons if not dobon.void}
    if last.seat not in standing:
        take_back(s, events, last)
    out = [seat for seat in clockwise_from(s, last.seat) if seat in standing]
    for seat in out:
        s.pile += standing[seat].cards
        s.hands[seat] = NONE
    place(s, events, out)
    s.phase = Phase.TURN
    s.claims = s.last_play = None
    if is_decided(s):
        conclude(s, events)
    else:
        _go_on_after_dobon(s, events, last)


def _go_on_after_dobon(s: State, events: list[Event], last: LastPlay) -> None:
    table = discard_of(s)
    following = next_active(s, last.seat)
    suit = own_suit(s.pile[-1], last.suit_before or Suit.SPADES)
    if suit != table.suit:
        table.suit = suit
        events.append(SuitNamed(last.seat, suit))
    if table.pending:
        table.pending = 0
        events.append(DrawPending(following, 0))
    start_turn(s, events, following)
