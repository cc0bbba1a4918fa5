"""Events in plain English, one line each, for demonstrations and for finding faults.

Who may not see a card must be given the event redacted: every card in it is written out.
"""

from collections.abc import Callable
from typing import Any, Final

from .card_notation import card_text, cards_text, suit_text, term_text
from .events import (
    CardsDealt,
    CardsDrawn,
    CardsPlayed,
    CardsReturned,
    ChallengeSettled,
    ClaimsClosed,
    ClaimsOpened,
    ClaimWaived,
    DirectionReversed,
    DobonCalled,
    DobonVoided,
    DrawPending,
    Event,
    HandShown,
    MatchEnded,
    MatchStarted,
    OffenseCalledOut,
    RoundEnded,
    RoundStarted,
    SeatLeft,
    SeatResult,
    SeatsSkipped,
    SeatWentOut,
    StarterTurned,
    StockReshuffled,
    SuitNamed,
    TableTaken,
    TrickWon,
    TurnPassed,
    TurnStarted,
)
from .lexicon import Count
from .terms import Call, DrawReason, Offense, RoundOutcome


def event_text(event: Event) -> str:
    """What happened, in one line; cards that were taken out for a viewer show as a number."""
    return _TEXTS[type(event)](event)


def _many(count: int) -> str:
    return f"{Count(count):card/cards}"


def _cards(count: int, cards: bytes) -> str:
    """The number of cards, and which, as far as they may be seen."""
    return f"{_many(count)} ({cards_text(cards)})" if cards else _many(count)


def _seats(seats: tuple[int, ...]) -> str:
    listed = ", ".join(str(seat) for seat in seats)
    return f"seat {listed}" if len(seats) == 1 else f"seats {listed}"


def _match_started(event: MatchStarted) -> str:
    named = f" {event.match_id!r}" if event.match_id else ""
    return (
        f"match{named} of {event.rules.name!r} rules starts with {Count(event.seats):seat/seats};"
        f" the seed's commitment is {event.seed_commitment.hex()}"
    )


def _round_started(event: RoundStarted) -> str:
    return f"round {event.round} starts: seat {event.dealer} deals from {_many(event.stock)}"


def _cards_dealt(event: CardsDealt) -> str:
    return f"seat {event.seat} is dealt {_cards(event.count, event.cards)}"


def _starter_turned(event: StarterTurned) -> str:
    back = f", after {cards_text(event.put_back)} was put back" if event.put_back else ""
    return f"the starter is {card_text(event.card)}{back}"


def _cards_played(event: CardsPlayed) -> str:
    text = f"seat {event.seat} plays {cards_text(event.cards)}"
    if event.suit:
        text += f", names {suit_text(event.suit)}"
    if event.call:
        text += f", calls {term_text(Call, event.call)}"
    return text


_REASONS: Final = {
    DrawReason.TURN: "",
    DrawReason.PENDING: " that were pending",
    DrawReason.PENALTY: " as a penalty",
    DrawReason.CHALLENGE: " for the challenge",
}


def _cards_drawn(event: CardsDrawn) -> str:
    drawn = _cards(event.count, event.cards) if event.count else "nothing"
    short = f" of {event.owed} owed" if event.owed != event.count else ""
    reason = _REASONS.get(event.reason, "")
    if event.count < 2 and not short:
        reason = reason.replace("were", "was")
    return f"seat {event.seat} draws {drawn}{short}{reason}"


def _suit_named(event: SuitNamed) -> str:
    return f"seat {event.seat} names {suit_text(event.suit)}"


def _seats_skipped(event: SeatsSkipped) -> str:
    return f"{_seats(event.seats)} {'is' if len(event.seats) == 1 else 'are'} skipped"


def _direction_reversed(event: DirectionReversed) -> str:
    return "play goes " + ("counter-clockwise" if event.reversed else "clockwise")


def _draw_pending(event: DrawPending) -> str:
    if not event.count:
        return f"seat {event.seat} owes no draw any more"
    return f"seat {event.seat} owes a draw of {_many(event.count)}"


def _offense_called_out(event: OffenseCalledOut) -> str:
    offense = term_text(Offense, event.offense)
    if event.caller is None:
        return f"seat {event.offender} is penalized for {offense}"
    verdict = "rightly" if event.upheld else "wrongly"
    return f"seat {event.caller} {verdict} calls out seat {event.offender} for {offense}"


def _cards_returned(event: CardsReturned) -> str:
    return f"{cards_text(event.cards)} goes back to seat {event.seat}"


def _hand_shown(event: HandShown) -> str:
    shown = _cards(event.count, event.cards)
    return f"seat {event.seat} shows its hand to seat {event.shown_to}: {shown}"


def _challenge_settled(event: ChallengeSettled) -> str:
    verdict = "is guilty" if event.guilty else "is not guilty"
    return f"seat {event.challenger} challenges seat {event.challenged}, who {verdict}"


def _claims_opened(event: ClaimsOpened) -> str:
    awaited = _seats(event.seats) if event.seats else "nobody"
    return f"claims open (level {event.level}), awaiting {awaited}"


def _dobon_called(event: DobonCalled) -> str:
    return f"seat {event.seat} calls dobon against seat {event.against}: {cards_text(event.cards)}"


def _table_taken(event: TableTaken) -> str:
    return f"seat {event.seat} takes the table: {_cards(len(event.cards), event.cards)}"


def _stock_reshuffled(event: StockReshuffled) -> str:
    return f"the stock is shuffled anew: {_many(event.stock)}"


def _seat_went_out(event: SeatWentOut) -> str:
    return f"seat {event.seat} is out, at place {event.place}"


def _round_ended(event: RoundEnded) -> str:
    results = "; ".join(_result(result) for result in event.results)
    return f"the round is over ({term_text(RoundOutcome, event.outcome)}): {results}"


def _result(result: SeatResult) -> str:
    hand = f" with {cards_text(result.hand)}" if result.hand else ""
    place = f" place {result.place}" if result.place else ""
    return f"seat {result.seat}{place} {result.points:+d} = {result.score}{hand}"


def _match_ended(event: MatchEnded) -> str:
    ranks = ", ".join(f"{one.rank}. seat {one.seat} ({one.score})" for one in event.standings)
    return f"the match is over: {ranks}; the seed was {event.seed.hex()}"


def _of_seat(text: str) -> Callable[[Any], str]:
    return lambda event: f"seat {event.seat} {text}"


# Each text takes the one class that it is entered under.
_TEXTS: Final[dict[type, Callable[[Any], str]]] = {
    MatchStarted: _match_started,
    RoundStarted: _round_started,
    CardsDealt: _cards_dealt,
    StarterTurned: _starter_turned,
    CardsPlayed: _cards_played,
    CardsDrawn: _cards_drawn,
    TurnPassed: _of_seat("passes"),
    SuitNamed: _suit_named,
    SeatsSkipped: _seats_skipped,
    DirectionReversed: _direction_reversed,
    DrawPending: _draw_pending,
    OffenseCalledOut: _offense_called_out,
    CardsReturned: _cards_returned,
    HandShown: _hand_shown,
    ChallengeSettled: _challenge_settled,
    ClaimsOpened: _claims_opened,
    DobonCalled: _dobon_called,
    DobonVoided: _of_seat("has its dobon struck down"),
    ClaimWaived: _of_seat("waives"),
    ClaimsClosed: lambda event: "claims are closed",
    TrickWon: _of_seat("wins the trick"),
    TableTaken: _table_taken,
    StockReshuffled: _stock_reshuffled,
    SeatWentOut: _seat_went_out,
    SeatLeft: _of_seat("leaves the match"),
    TurnStarted: _of_seat("is to act"),
    RoundEnded: _round_ended,
    MatchEnded: _match_ended,
}
