"""Points of a round and standings of a match (clauses C11, C20 to C23)."""

from .events import Standing
from .state import State
from .terms import Scoring


def dealt_in(s: State) -> list[int]:
    """The seats that took part in this round (clause S4)."""
    return [seat for seat, hand in enumerate(s.hands) if hand or s.places[seat] or not s.left[seat]]


def hand_points(s: State, seat: int) -> int:
    """What a hand is worth against its holder (clause C20)."""
    points = s.match.book.points
    return sum(points[card] for card in s.hands[seat])


def round_points(s: State) -> tuple[int, ...]:
    """What each seat gains in a round that was won (clauses C21 to C23)."""
    seats = range(len(s.hands))
    if s.match.rules.scoring == Scoring.PLACEMENT:
        count = len(dealt_in(s))
        return tuple(count - s.places[seat] if s.places[seat] else 0 for seat in seats)
    lost = [0 if s.places[seat] else hand_points(s, seat) for seat in seats]
    total = sum(lost)
    loss = -1 if s.match.book.american else 0
    return tuple(total if s.places[seat] == 1 else loss * lost[seat] for seat in seats)


def standings(s: State) -> tuple[Standing, ...]:
    """All seats by score, best first; equal scores share a rank, in seat order (clause C11)."""
    order = sorted(range(len(s.scores)), key=lambda seat: (-s.scores[seat], seat))
    ranks = {score: at + 1 for at, score in reversed(list(enumerate(s.scores[seat] for seat in order)))}
    return tuple(Standing(ranks[s.scores[seat]], seat, s.scores[seat]) for seat in order)
