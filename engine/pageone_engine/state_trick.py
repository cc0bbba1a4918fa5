"""Page One: how a trick fits the rest of a state (clauses P1 to P4, P15, S1)."""

from .cards import JOKER, SUIT_OF
from .state import LastPlay, Trick
from .state_position import Position
from .terms import Phase
from .tricks import suit_led


def check_trick(p: Position, trick: Trick) -> None:
    """Clauses P1 to P4, P15: the order round the table, the suit, and who is to play."""
    s = p.s
    faults = p.faults
    plays = trick.plays
    if plays:
        check_plays(p, trick)
    elif s.phase == Phase.TURN and trick.leader != s.turn:
        faults.add("leader_not_in_turn", "leads an empty trick", "trick.leader", "turn")
    if plays or s.phase == Phase.CLAIMS:
        _check_next_player(p, trick)
    if p.drew and not suit_led(plays) and p.known and JOKER not in s.hands[s.turn]:
        faults.add("drew_to_lead", "who may play anything does not draw", "trick.drawn")
    if s.last_play is not None:
        _check_trick_play(p, trick, s.last_play)


def check_plays(p: Position, trick: Trick) -> None:
    """Seats clockwise from the leader, each once; every card follows (clauses P1 to P4)."""
    seats = len(p.s.places)
    before = -1
    led = 0
    if trick.plays[0][0] != trick.leader:
        p.faults.add("wrong_leader", "must have played first", "trick.leader", "trick.plays[0].seat")
    for at, (seat, card) in enumerate(trick.plays):
        distance = (seat - trick.leader) % seats
        if distance <= before:
            p.faults.add(
                "wrong_order",
                "must come clockwise after the seat before it",
                f"trick.plays[{at}].seat",
            )
        before = distance
        if led and card != JOKER and SUIT_OF[card] != led:
            p.faults.add("not_following", "must follow the suit led", f"trick.plays[{at}].card")
        led = led or SUIT_OF[card]


def _check_next_player(p: Position, trick: Trick) -> None:
    """No active seat was passed over, and who is to play has not played (in CLAIMS: has played last)."""
    s = p.s
    seats = len(s.places)
    plays = trick.plays
    played = {seat for seat, _ in plays}
    if s.phase == Phase.CLAIMS:
        if not plays or plays[-1][0] != s.turn:
            p.faults.add("not_last_played", "must have played last", "turn", "trick.plays")
    elif s.turn in played:
        p.faults.add("played_twice", "has played to this trick", "turn", "trick.plays")
    reach = (s.turn - trick.leader) % seats
    if plays and s.phase == Phase.TURN and (plays[-1][0] - trick.leader) % seats > reach:
        p.faults.add("wrong_turn", "must come clockwise after the last play", "turn", "trick.plays")
    for seat in p.active:
        if seat not in played and (seat - trick.leader) % seats < reach:
            p.faults.add("passed_over", f"seat {seat} has not played yet", "turn", "trick.plays", seat=seat)


def _check_trick_play(p: Position, trick: Trick, last: LastPlay) -> None:
    """Clause S1: the last play is the last card of the trick or, when that is finished, of the pile."""
    faults = p.faults
    if len(last.cards) > 1:
        faults.add("several_cards", "one card is played in Page One", "last_play.cards")
    if last.starter:
        faults.add("no_starter", "Page One has no starter", "last_play.starter")
    if last.suit_before or last.reversed_before or last.pending_before:
        faults.add(
            "table_before",
            "must be zero in Page One",
            "last_play.suit_before",
            "last_play.reversed_before",
            "last_play.pending_before",
        )
    pile = p.s.pile
    if trick.plays:
        lies = trick.plays[-1] == (last.seat, last.cards[0])
    else:
        # Where the game reshuffles, a penalty may have taken the finished trick.
        lies = pile[-1:] == last.cards[:1] if pile else p.book.reshuffles
    if not lies:
        faults.add(
            "play_not_on_table",
            "must be the card played last",
            "last_play.cards",
            "trick.plays",
            "pile",
        )
