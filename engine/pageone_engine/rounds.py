"""The course of a match: rounds, turns, places, and their ends (clauses C9, C10, C19, C24)."""

from .cards import NONE, ascending
from .events import (
    CardsDealt,
    Event,
    MatchEnded,
    RoundEnded,
    RoundStarted,
    SeatResult,
    SeatWentOut,
    TurnStarted,
)
from .game import game_of
from .scoring import round_points, standings
from .seats import active_seats, clockwise_from, next_active, staying_seats
from .shuffle import shuffle
from .state import Discard, State
from .terms import NextDealer, Phase, RoundOutcome


def begin_round(s: State, events: list[Event]) -> None:
    """Shuffle the whole pack, deal, and open the round that ``s.round`` and ``s.dealer`` name (clauses C5, C9)."""
    seats = len(s.left)
    pack = s.match.book.pack
    s.phase = Phase.TURN
    s.turns = 0
    s.places = (0,) * seats
    s.hands = [NONE] * seats
    s.pile = NONE
    s.last_play = s.claims = None
    s.stock = shuffle(pack, s.match.seed, s.match.entropy, s.shuffles)
    s.shuffles += 1
    events.append(RoundStarted(s.round, s.dealer, len(pack)))
    _deal(s, events)
    game_of(s).open_round(s, events)


def _deal(s: State, events: list[Event]) -> None:
    takers = [seat for seat in clockwise_from(s, (s.dealer + 1) % len(s.left)) if not s.left[seat]]
    count = len(takers) * s.match.rules.hand_size
    dealt = s.stock[::-1][:count]
    s.stock = s.stock[: len(s.stock) - count]
    for at, seat in enumerate(takers):
        s.hands[seat] = ascending(dealt[at :: len(takers)])
        events.append(CardsDealt(seat, len(s.hands[seat]), s.hands[seat]))


def next_dealer(s: State) -> int:
    """Who deals the round after this one (clause C10)."""
    winners = [seat for seat in clockwise_from(s, s.dealer) if s.places[seat] == 1]
    if s.match.rules.next_dealer == NextDealer.ROTATES:
        candidate = (s.dealer + 1) % len(s.left)
    else:
        candidate = winners[0] if winners else s.dealer
    return next(seat for seat in clockwise_from(s, candidate) if not s.left[seat])


def start_turn(s: State, events: list[Event], seat: int) -> None:
    """``seat`` comes to act; the round is void when all passed in vain or too many turn actions were made (C24, A9)."""
    table = s.table
    if type(table) is Discard and table.passes and table.passes >= len(active_seats(s)):
        end_round(s, events, RoundOutcome.VOID_BLOCKED)
    elif s.turns >= s.match.rules.turn_limit:
        end_round(s, events, RoundOutcome.VOID_TURN_LIMIT)
    else:
        s.turn = seat
        events.append(TurnStarted(seat))


def start_next_turn(s: State, events: list[Event]) -> None:
    """The turn of the seat after the one to act."""
    start_turn(s, events, next_active(s, s.turn))


def place(s: State, events: list[Event], seats: list[int]) -> None:
    """These seats go out at one moment and share the next place (clause C19)."""
    taken = 1 + sum(1 for other in s.places if other)
    s.places = tuple(taken if seat in seats else other for seat, other in enumerate(s.places))
    events.extend(SeatWentOut(seat, taken) for seat in seats)


def is_decided(s: State) -> bool:
    """Whether the places given so far end the round (clause C19)."""
    return s.match.book.first_out or len(active_seats(s)) < 2


def conclude(s: State, events: list[Event]) -> None:
    """The round is won; who still sits under LAST_STANDING takes (or shares) the last place (clauses C19, P11)."""
    sitting = active_seats(s)
    if sitting and not s.match.book.first_out:
        place(s, events, sitting)
    end_round(s, events, RoundOutcome.WON)


def end_round(s: State, events: list[Event], outcome: int) -> None:
    """Score, clear what never survives a round, and end the match when this was its last (clauses C10, C23, S3)."""
    seats = range(len(s.left))
    if outcome == RoundOutcome.WON:
        points = round_points(s)
    else:
        points = (0,) * len(s.left)
        s.places = points
    s.scores = tuple(s.scores[seat] + points[seat] for seat in seats)
    s.table = game_of(s).bare_table(s)
    s.last_play = s.claims = None
    s.phase = Phase.ROUND_OVER
    results = tuple(SeatResult(seat, s.hands[seat], s.places[seat], points[seat], s.scores[seat]) for seat in seats)
    events.append(RoundEnded(outcome, results))
    if s.round == s.match.rules.rounds or len(staying_seats(s)) < 2:
        end_match(s, events)


def end_match(s: State, events: list[Event]) -> None:
    """The standings, and the seed revealed (clauses C7, C11)."""
    s.phase = Phase.MATCH_OVER
    events.append(MatchEnded(standings(s), s.match.seed))
