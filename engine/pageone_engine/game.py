"""What a game must bring to share match, deal, calls, penalties, claims, scoring and leaving with the others."""

from collections.abc import Callable
from dataclasses import dataclass

from .actions import Action, Play
from .events import Event
from .state import Discard, State, Trick

Step = Callable[[State, list[Event]], None]
SeatStep = Callable[[State, list[Event], int], None]
SeatCheck = Callable[[State, int], int]
Listing = tuple[list[Action], list[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class Game:
    """One game's own part. A check answers a Refusal, 0 for none; a step changes the working copy and tells its events.

    * ``open_round``: the hands are dealt; lay the table and start the first turn.
    * ``refuse_play``, ``refuse_draw``, ``refuse_pass``, ``refuse_challenge``: of the seat whose turn it is.
    * ``lay``: put the cards of a play on the table and set ``last_play`` (the hand has given them already).
    * ``draw``, ``pass_turn``, ``challenge``: these actions, allowed ones.
    * ``proceed``: a play stands, its player sits with cards or is out: its power, the trick, the next turn.
    * ``pay_finish``: a play has ended the round: what must still be paid before scoring.
    * ``vacate``: the seat to act has left; ``thin_out``: another active seat has left.
    * ``spare``: how many cards, from the bottom of the pile, may become the new stock (for a penalty?).
    * ``bare_table``: the table as it is after a round.
    * ``list_turn``: what the seat whose turn it is can do, and (card, Refusal) for each distinct card of its hand that
      no listed play uses. A play that is accepted only because others may call it out is not listed.
    """

    open_round: Step
    refuse_play: Callable[[State, Play], int]
    refuse_draw: SeatCheck
    refuse_pass: SeatCheck
    refuse_challenge: SeatCheck
    lay: Callable[[State, Play], None]
    draw: SeatStep
    pass_turn: SeatStep
    challenge: SeatStep
    proceed: Step
    pay_finish: Step
    vacate: SeatStep
    thin_out: Step
    spare: Callable[[State, bool], int]
    bare_table: Callable[[State], Trick | Discard]
    list_turn: Callable[[State, int], Listing]


#: By the class of the game's table; a game's module enters itself.
GAMES: dict[type, Game] = {}


def game_of(s: State) -> Game:
    """The game that a match is of."""
    return GAMES[type(s.table)]
