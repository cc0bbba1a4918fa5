"""American Page One: how pile, suit, direction and pending draw fit the last play (clauses A3, A9 to A13, A20, S1)."""

from .book import Book, Power
from .cards import JOKER, RANK_OF, SUIT_OF, Suit, own_suit
from .state import Discard, LastPlay
from .state_position import Position
from .terms import Phase


def check_discard(p: Position, table: Discard) -> None:
    """While a round goes on: the top card, the suit in force, what is owed, vain passes, the last play."""
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
        suit = 0 if _names(p.book, card) else own_suit(card, Suit.SPADES)
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
