"""How the fields of a state or a view fit together: what the engine cannot have left behind is a fault.

Every field has passed :mod:`~pageone_engine.state_form` before. A view comes as the state that its owner knows
(:func:`~pageone_engine.view.state_of`), in which hidden cards are code 0: then ``known`` is false, and only what a
viewer can tell is looked at.
"""

from .book import Book, Power
from .cards import JOKER, RANK_OF, SUIT_OF, Suit
from .claims import awaited
from .state import Claims, Discard, LastPlay, State, Trick
from .state_form import Faults
from .terms import Call, Offense, Phase
from .tricks import suit_led


class Position:
    """A state under examination, and what the checks ask again and again."""

    __slots__ = ("active", "book", "drew", "faults", "known", "s")

    def __init__(self, faults: Faults, s: State, known: bool, drew: bool) -> None:
        self.faults = faults
        self.s = s
        self.book: Book = s.match.book
        self.known = known
        self.drew = drew
        places, left = s.places, s.left
        self.active = [seat for seat in range(len(places)) if not places[seat] and not left[seat]]

    def hand(self, seat: int) -> str:
        """The path of a hand."""
        return f"seats[{seat}].hand" if self.known else f"seats[{seat}].cards"


def check_fit(faults: Faults, s: State, *, known: bool, drew: bool) -> None:
    """Everything that takes more than one field; ``drew``: the seat to act has drawn in this turn."""
    p = Position(faults, s, known, drew)
    if any(s.places):
        _check_places(p)
    if s.phase <= Phase.CLAIMS:
        _check_running(p)
    else:
        _check_over(p)


def _check_places(p: Position) -> None:
    """Clause C19: a place is one more than the seats before it; it is shared only where seats go out at one moment."""
    s = p.s
    places = s.places
    taken = [place for place in places if place]
    last = max(taken)
    over = s.phase >= Phase.ROUND_OVER
    for seat, place in enumerate(places):
        if not place:
            continue
        path = f"seats[{seat}].place"
        if place != 1 + sum(1 for other in taken if other < place):
            p.faults.add("wrong_place", "must be one more than the seats placed before it", path)
        run_dry = over and p.book.reshuffles and not p.book.first_out and place == last
        if taken.count(place) > 1 and not p.book.dobon and not run_dry:
            p.faults.add("shared_place", "cannot be shared under these rules", path)
        if p.book.first_out and not (over and place == 1):
            p.faults.add("place_too_late", "the round ends with the first place", path, "phase")


def _check_running(p: Position) -> None:
    s = p.s
    faults = p.faults
    if len(p.active) < 2:
        faults.add("too_few_active", "a round goes on only between two active seats", "seats")
        return
    claiming = s.phase == Phase.CLAIMS
    _check_hands(p, claiming)
    if s.turn not in p.active:
        faults.add("turn_not_active", "must be an active seat", "turn", f"seats[{s.turn}]")
        return
    if claiming != (s.claims is not None):
        faults.add("claims_phase", "claims are there in PHASE_CLAIMS, and only then", "claims", "phase")
        return
    if claiming and s.last_play is None:
        faults.add("claims_without_play", "claims are about a play", "last_play", "claims")
        return
    if p.drew:
        _check_drawn(p)
    if p.known:
        _check_turns(p)
    table = s.table
    if isinstance(table, Trick):
        _check_trick(p, table)
    else:
        _check_discard(p, table)
    if s.last_play is not None:
        _check_offenses(p, s.last_play)
        _check_call(p, s.last_play)
        if s.claims is not None:
            _check_claims(p, s.claims, s.last_play)


def _check_hands(p: Position, claiming: bool) -> None:
    """Clause C15: who is in holds cards, but for a finish in CLAIMS; who is out has none."""
    s = p.s
    last = s.last_play
    for seat, hand in enumerate(s.hands):
        if s.places[seat]:
            if hand:
                p.faults.add("out_with_cards", "a seat that is out has no cards", p.hand(seat))
        elif not hand and not s.left[seat]:
            finishing = claiming and last is not None and last.seat == seat and not last.starter
            if not finishing:
                p.faults.add("empty_hand", "an active seat holds cards", p.hand(seat))


def _check_drawn(p: Position) -> None:
    """A card drawn in this turn is in the hand, and the draw has settled the last play (clauses A4, P5, S1, S2)."""
    s = p.s
    table = s.table
    path = "trick.drawn" if isinstance(table, Trick) else "discard.drawn"
    if s.phase != Phase.TURN:
        p.faults.add("drawn_in_claims", "must be unset outside PHASE_TURN", path, "phase")
    if table.drawn and table.drawn not in s.hands[s.turn]:
        p.faults.add("drawn_not_in_hand", "must be in the hand of the seat to act", path, p.hand(s.turn))
    if s.last_play is not None:
        p.faults.add("drawn_after_play", "a draw settles the last play", path, "last_play")
    if p.known and not s.turns:
        p.faults.add("drawn_without_turn", "a draw is a turn action", path, "turns")
    if isinstance(table, Discard) and (table.pending or table.passes or not table.suit):
        p.faults.add(
            "drawn_beside",
            "after a draw nothing is pending, nothing was passed in vain, the suit is named",
            path,
            "discard.pending",
            "discard.passes",
            "discard.suit",
        )


def _check_turns(p: Position) -> None:
    """Clause C24: no turn starts after the limit; within a turn draws may go beyond it."""
    s = p.s
    limit = s.match.rules.turn_limit
    if s.phase == Phase.TURN and s.turns >= limit and not p.drew:
        # The first seat has named a neutral starter's suit and goes on in the same turn.
        named = p.book.starter_neutral and s.turns == 1 and s.last_play is None
        if not named:
            p.faults.add("turns_over", "the round would be void", "turns", "rules.turn_limit")
    last = s.last_play
    if last is not None and last.starter != (s.turns == 0):
        p.faults.add(
            "turns_and_play",
            "a starter is the last play only before the first turn action, another only after it",
            "turns",
            "last_play.starter",
        )


# Page One


def _check_trick(p: Position, trick: Trick) -> None:
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


# American Page One


def _check_discard(p: Position, table: Discard) -> None:
    s = p.s
    if not s.pile:
        p.faults.add("empty_pile", "must have a top card", "pile")
        return
    if table.passes:
        _check_passes(p, table)
    if table.reversed and Power.REVERSE not in p.book.power:
        p.faults.add("reversed", "no card reverses under these rules", "discard.reversed")
    if not table.suit:
        _check_naming(p, table)
    else:
        _check_suit(p, "discard.suit", table.suit, s.pile[-1])
    if table.pending and s.phase == Phase.TURN:
        _check_pending(p, "discard.pending", table.pending, s.pile[-1])
    last = s.last_play
    if last is not None:
        _check_discard_play(p, table, last)
    elif table.pending and p.book.evasion_none:
        p.faults.add("pending_at_rest", "is drawn at once where nothing can be challenged", "discard.pending")
    if p.known and not s.turns and last is None and len(s.pile) > 1 and not any(s.places):
        p.faults.add(
            "pile_too_early",
            "only the starter is there before the first turn action",
            "pile",
            "turns",
        )


def _check_passes(p: Position, table: Discard) -> None:
    """Clause A9."""
    if table.passes >= len(p.active):
        p.faults.add("passed_round", "the round would be void", "discard.passes")
    if table.pending or p.s.last_play is not None or p.s.phase != Phase.TURN:
        p.faults.add(
            "passes_beside",
            "a pass settles the last play, and nothing is pending after it",
            "discard.passes",
            "discard.pending",
            "last_play",
        )
    if p.known and table.passes > p.s.turns:
        p.faults.add("passes_without_turns", "a pass is a turn action", "discard.passes", "turns")


def _check_suit(p: Position, path: str, suit: int, top: int) -> None:
    """Clause A3: the suit is the card's own, but where one was named."""
    if suit != SUIT_OF[top] and not p.book.names_suit[top]:
        p.faults.add("wrong_suit", "must be the suit of the card below it", path, "pile")


def _check_naming(p: Position, table: Discard) -> None:
    """Clause A20: the suit is open only before a starter's is named."""
    s = p.s
    book = p.book
    top = s.pile[-1]
    opens = len(s.pile) == 1 and _names(book, top) and not any(s.places)
    untouched = not (table.pending or table.reversed) and not (p.known and s.turns)
    if not opens or not untouched:
        p.faults.add("suit_unset", "is unset only while a starter's suit is to be named", "discard.suit")
    elif s.phase == Phase.TURN and not _is_namer(p):
        p.faults.add("wrong_namer", "is not the seat that names the starter's suit", "turn", "dealer")


def _names(book: Book, card: int) -> bool:
    """Whether this card as a starter has its suit named."""
    if book.starter_neutral:
        return book.power[card] == Power.WILD
    return book.starter_dealer and book.names_suit[card]


def _is_namer(p: Position) -> bool:
    s = p.s
    if p.book.starter_dealer:
        return s.turn == s.dealer
    seats = len(s.places)
    between = range(1, (s.turn - s.dealer) % seats)
    return s.turn != s.dealer and all(s.left[(s.dealer + step) % seats] for step in between)


def _check_pending(p: Position, path: str, pending: int, top: int) -> None:
    """Clauses A10 to A12: made of draw cards, and lying on one unless illegal plays are left to the table."""
    book = p.book
    kinds = {number for number in book.draws if number} - (set() if JOKER in book.pack else {4})
    if not _is_sum(pending, kinds):
        p.faults.add("pending_sum", "cannot come from the draw cards of these rules", path)
        return
    if book.illegal_called_out and not book.evasion_none:
        return
    step = book.draws[top]
    if not step:
        p.faults.add("pending_without_card", "must lie on a draw card", path, "pile")
    elif book.evasion_none and (top != JOKER or not book.challenges):
        p.faults.add("pending_at_rest", "is drawn at once where nothing can be challenged", path, "pile")
    elif not book.linked and pending % step:
        p.faults.add("pending_steps", f"must be a multiple of {step}", path, "pile", step=step)
    elif pending < step:
        p.faults.add("pending_sum", "must be at least what the top card owes", path, "pile")


def _is_sum(pending: int, kinds: set[int]) -> bool:
    """Whether a number is made of twos, threes, fours, those that there are."""
    if 3 in kinds and len(kinds) > 1:
        return pending > 1 and not (pending == 5 and 2 not in kinds)
    return bool(kinds) and pending % min(kinds) == 0


def _check_discard_play(p: Position, table: Discard, last: LastPlay) -> None:
    """Clauses S1, S2, A15, A22: the play lies on top, and what it changed fits what was before it."""
    s = p.s
    faults = p.faults
    cards = last.cards
    if not s.pile.endswith(cards) and not _is_worn(p, last):
        faults.add("play_not_on_table", "must be the top of the pile", "last_play.cards", "pile")
        return
    if len(cards) > 1:
        _check_set(p, cards)
    if last.starter:
        _check_starter(p, table, last)
    else:
        _check_before(p, last)
        if not table.suit:
            faults.add("suit_unset", "is unset only while a starter's suit is to be named", "discard.suit")
    if s.phase == Phase.CLAIMS:
        if (table.pending, table.reversed) != (last.pending_before, last.reversed_before):
            faults.add(
                "not_as_before",
                "must be as before the play while claims are open",
                "discard.pending",
                "discard.reversed",
                "last_play",
            )
    else:
        _check_power(p, table, last)


def _is_worn(p: Position, last: LastPlay) -> bool:
    """A draw at once (A12) has needed a reshuffle: of a play that stands only the top card is spared (clause A8)."""
    settled = p.s.phase == Phase.TURN and (not p.book.illegal_called_out or last.seat not in p.active)
    paid = p.book.evasion_none and p.book.draws[last.cards[-1]] > 0
    return settled and paid and p.s.pile == last.cards[-1:]


def _check_set(p: Position, cards: bytes) -> None:
    if not p.book.sets:
        p.faults.add("several_cards", "sets are not allowed under these rules", "last_play.cards")
    if len({RANK_OF[card] for card in cards}) > 1:
        p.faults.add("different_ranks", "must be of one rank", "last_play.cards")


def _check_starter(p: Position, table: Discard, last: LastPlay) -> None:
    """Clauses A19, A20, S1."""
    s = p.s
    card = s.pile[-1]
    if not p.book.dobon_on_starter or last.seat != s.dealer or len(s.pile) != 1:
        p.faults.add(
            "wrong_starter",
            "a starter is the dealer's, alone on the pile, under on_starter",
            "last_play.starter",
            "last_play.seat",
            "pile",
        )
    if last.suit_before or last.reversed_before or last.pending_before or last.call:
        p.faults.add("table_before", "must be zero for a starter", "last_play")
    if s.phase == Phase.CLAIMS:
        suit = 0 if _names(p.book, card) else p.book.own_suit(card, Suit.SPADES)
        if table.suit != suit:
            p.faults.add("wrong_suit", "must be the starter's, unset while it is to be named", "discard.suit")


def _check_before(p: Position, last: LastPlay) -> None:
    """The table that comes back when the play is undone (clauses A22, A24)."""
    s = p.s
    book = p.book
    if not last.suit_before:
        p.faults.add("unset", "must be set", "last_play.suit_before")
    if last.reversed_before and Power.REVERSE not in book.power:
        p.faults.add("reversed", "no card reverses under these rules", "last_play.reversed_before")
    under = s.pile[: -len(last.cards)][-1:]
    unsettled = s.phase == Phase.CLAIMS and book.dobon
    if not under:
        if unsettled or (book.illegal_called_out and last.seat in p.active):
            p.faults.add(
                "nothing_under",
                "must lie on a card while it can be taken back",
                "pile",
                "last_play.cards",
            )
        return
    if last.suit_before:
        _check_suit(p, "last_play.suit_before", last.suit_before, under[0])
    if last.pending_before:
        _check_pending(p, "last_play.pending_before", last.pending_before, under[0])
        answers = book.draws[last.cards[-1]] and not book.evasion_none
        if not book.illegal_called_out and not answers:
            p.faults.add(
                "not_evading",
                "only a draw card answers a pending draw",
                "last_play.pending_before",
                "last_play.cards",
            )


def _check_power(p: Position, table: Discard, last: LastPlay) -> None:
    """In PHASE_TURN the power has worked (clauses A10, A12, A13)."""
    book = p.book
    card = last.cards[-1]
    if table.pending:
        owed = last.pending_before + book.draws[card] * len(last.cards)
        if table.pending != owed:
            p.faults.add(
                "pending_sum",
                f"must be {owed}, or nothing",
                "discard.pending",
                "last_play",
                owed=owed,
            )
        elif book.evasion_none and (card != JOKER or last.pending_before or last.starter):
            p.faults.add(
                "pending_at_rest",
                "is drawn at once where nothing can be challenged",
                "discard.pending",
            )
    if not last.starter:
        turned = book.power[card] == Power.REVERSE and len(last.cards) % 2 == 1
        if table.reversed != (last.reversed_before != turned):
            p.faults.add(
                "wrong_direction",
                "does not follow from the last play",
                "discard.reversed",
                "last_play",
            )


# The play that can be claimed against


def _check_offenses(p: Position, last: LastPlay) -> None:
    """Clauses C13, C14, A21: only what the rules leave to the table, and of a seat that is still in."""
    offenses = last.offenses
    if not offenses:
        return
    path = "last_play.offenses"
    book = p.book
    if last.starter or last.seat not in p.active:
        p.faults.add(
            "offense_of_nobody",
            "only a seat in the round has open offenses",
            path,
            "last_play.seat",
        )
        return
    if Offense.ILLEGAL_PLAY in offenses and not book.illegal_called_out:
        p.faults.add("offense_not_open", "illegal plays are refused under these rules", path)
    if Offense.MISSED_CALL in offenses:
        owed = book.owed_calls[1 if p.s.hands[last.seat] else 0]
        if not book.missed_called_out or not owed or last.call:
            p.faults.add(
                "offense_not_open",
                "no call was owed and missed, or it is penalized at once",
                path,
                "last_play.call",
            )


def _check_call(p: Position, last: LastPlay) -> None:
    """Clause C12: a call is one that the rules know, and fits what the play left."""
    call = last.call
    if not call:
        return
    holds = bool(p.s.hands[last.seat])
    out = p.s.places[last.seat] > 0
    if call == Call.LAST:
        fits = p.book.owed_calls[0] and not holds and (out or p.s.phase == Phase.CLAIMS)
    else:
        fits = p.book.owed_calls[1] and holds and not out
    if not fits:
        p.faults.add("wrong_call", "is not the call that the play owed", "last_play.call")


def _check_claims(p: Position, claims: Claims, last: LastPlay) -> None:
    s = p.s
    faults = p.faults
    if s.turn != last.seat:
        faults.add(
            "turn_not_claimed",
            "must be the seat whose play is claimed against",
            "turn",
            "last_play.seat",
        )
        return
    table = s.table
    if isinstance(table, Discard) and table.passes:
        faults.add("passes_beside", "must be 0 in PHASE_CLAIMS", "discard.passes")
    if p.book.dobon:
        _check_levels(p, claims)
        if claims.dobons and last.offenses:
            faults.add("offenses_wiped", "a dobon wipes them", "last_play.offenses", "claims.dobons")
    else:
        _check_finish(p, claims, last)
    for at, seat in enumerate(claims.answered):
        if not _is_asked(p, claims, seat):
            faults.add("not_asked", "is not asked at this level", f"claims.answered[{at}]")
    if not awaited(s):
        faults.add("nobody_awaited", "claims are open only while an answer is awaited", "claims.answered")


def _check_finish(p: Position, claims: Claims, last: LastPlay) -> None:
    """Without dobon only a finish waits (clauses C14, C17, A22)."""
    faults = p.faults
    book = p.book
    if claims.dobons or claims.level > 1:
        faults.add("dobon_off", "dobon is off", "claims.dobons", "claims.level")
    missed = Offense.MISSED_CALL in last.offenses
    if not p.s.hands[last.seat]:
        waits = missed or book.illegal_called_out or not p.known
        waits = waits and (book.illegal_called_out or (book.missed_called_out and not last.call))
    else:
        # The missed last call was called out, and an illegal play can be, still.
        waits = (
            book.illegal_called_out and book.missed_called_out and book.owed_calls[0] > 0 and not (last.call or missed)
        )
    if not waits:
        faults.add("nothing_to_claim", "nothing can be claimed against this play", "claims", "last_play")


def _is_asked(p: Position, claims: Claims, seat: int) -> bool:
    """Whether a seat may have answered at this level (clauses A23, A26); it may have left since."""
    s = p.s
    if s.places[seat] or any(dobon.seat == seat and dobon.level < claims.level for dobon in claims.dobons):
        return False
    if claims.level == 1:
        return seat != s.turn
    return seat == s.turn or not p.book.returns_contested


def _check_levels(p: Position, claims: Claims) -> None:
    """Clauses A24 to A26: who claims against whom, at which level, with which cards."""
    faults = p.faults
    book = p.book
    most = len(p.s.places) if book.returns_last_laid else 2 if book.returns_contested else 1
    if claims.level > most:
        faults.add("level_too_high", f"must be at most {most}", "claims.level", high=most)
    levels = [dobon.level for dobon in claims.dobons]
    if levels != sorted(levels) or set(range(1, claims.level)) - set(levels) or claims.level < max(levels, default=1):
        faults.add(
            "wrong_levels",
            "each level but the last has claims, in order",
            "claims.level",
            "claims.dobons",
        )
    for at in range(len(claims.dobons)):
        _check_claim(p, claims, at)


def _check_claim(p: Position, claims: Claims, at: int) -> None:
    s = p.s
    faults = p.faults
    dobon = claims.dobons[at]
    path = f"claims.dobons[{at}]"
    if any(other.seat == dobon.seat for other in claims.dobons[:at]):
        faults.add("claimed_twice", "each seat claims once", path + ".seat")
    if s.places[dobon.seat] or (dobon.level == 1) > (dobon.seat != s.turn):
        faults.add("cannot_claim", "is not asked at this level", path + ".seat")
    if dobon.level == claims.level and dobon.seat not in claims.answered:
        faults.add(
            "claim_not_answered",
            "a seat that claims has answered",
            path + ".seat",
            "claims.answered",
        )
    hand = s.hands[dobon.seat]
    laid = bytes(sorted(dobon.cards)) == hand if any(hand) else len(dobon.cards) == len(hand)
    if not laid:
        faults.add("not_the_hand", "must be the seat's whole hand", path + ".cards", p.hand(dobon.seat))
    target = _target(p, claims, at)
    if target is None:
        faults.add("wrong_target", "is not struck at this level", path + ".against")
    elif sum(RANK_OF[card] for card in dobon.cards) != RANK_OF[target]:
        faults.add("wrong_sum", "must sum to the rank of the card that is struck", path + ".cards")
    if dobon.void != _is_struck(p, claims, at):
        faults.add(
            "wrong_void",
            "a claim is void when a later one strikes it, and only then",
            path + ".void",
        )


def _target(p: Position, claims: Claims, at: int) -> int | None:
    """The card that a claim strikes; ``None`` when it strikes nothing it may."""
    s = p.s
    dobon = claims.dobons[at]
    last = s.last_play
    if last is None:
        return None
    if dobon.level == 1:
        return last.cards[-1] if dobon.against == s.turn else None
    struck = [other for other in claims.dobons[:at] if other.level == dobon.level - 1]
    if p.book.returns_contested:
        lowest = min((other.seat for other in struck), default=-1)
        allowed = dobon.seat == s.turn and dobon.against == lowest
        return last.cards[-1] if allowed else None
    return next((other.cards[-1] for other in struck if other.seat == dobon.against), None)


def _is_struck(p: Position, claims: Claims, at: int) -> bool:
    dobon = claims.dobons[at]
    return any(
        other.level == dobon.level + 1 and (p.book.returns_contested or other.against == dobon.seat)
        for other in claims.dobons[at + 1 :]
    )


# After a round


def _check_over(p: Position) -> None:
    """Clauses C10, C19, C25, S3."""
    s = p.s
    faults = p.faults
    staying = s.left.count(False)
    last_round = s.round == s.match.rules.rounds
    if not staying:
        faults.add("all_left", "somebody stays", "seats")
    elif s.phase == Phase.ROUND_OVER and (last_round or staying < 2):
        faults.add("match_over", "the match is over", "phase", "round", "seats")
    elif s.phase == Phase.MATCH_OVER and not (last_round or staying < 2):
        faults.add("match_not_over", "the match is not over", "phase", "round", "seats")
    if s.last_play is not None or s.claims is not None:
        faults.add("nothing_to_claim", "must be unset after a round", "last_play", "claims")
    table = s.table
    if isinstance(table, Trick):
        if table.drawn or p.drew:
            faults.add("table_not_bare", "must be unset after a round", "trick.drawn")
        if table.plays:
            check_plays(p, table)
    else:
        if p.drew or table != Discard():
            faults.add("table_not_bare", "must be all zero after a round", "discard")
        if not s.pile:
            faults.add("empty_pile", "must have a top card", "pile")
    _check_results(p)


def _check_results(p: Position) -> None:
    """Clause C19: who has a place has no cards, but for who took the last; nobody sits after a won round."""
    s = p.s
    first_out = p.book.first_out
    last_place = max(s.places)
    won = last_place > 0
    for seat, hand in enumerate(s.hands):
        others_left = s.left.count(False) - (not s.left[seat]) == 0
        if s.places[seat]:
            keeps = others_left if first_out else s.places[seat] == last_place
            if hand and not keeps:
                p.faults.add("out_with_cards", "a seat that is out has no cards", p.hand(seat))
        elif not s.left[seat]:
            if won and not first_out:
                p.faults.add("no_place", "everybody has a place after the round", f"seats[{seat}].place")
            elif not hand and (won or first_out):
                p.faults.add("empty_hand", "a seat without a place holds cards", p.hand(seat))
    if not won and sum(map(bool, s.hands)) < 2:
        p.faults.add("nobody_to_go_on", "a void round leaves two seats with cards", "seats")
