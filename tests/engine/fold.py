"""What a client does with a viewer's events: its old view and what one action brought give its new view (API.md).

Written from the contract alone, as somebody would who never saw the engine: it knows the rules' public parts (what a
named suit is, where cards lie) and nothing hidden. ``version`` goes up by one for each action.
"""

from collections.abc import Sequence
from dataclasses import replace

from pageone_engine.cards import JOKER, RANK_OF, SUIT_OF
from pageone_engine.events import (
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
from pageone_engine.rules import AmericanPageOneRules, PageOneRules
from pageone_engine.state import Claims, Discard, DobonClaim, LastPlay, Trick, View
from pageone_engine.terms import DrawReason, Phase, Starter, StockOut

_BYSTANDERS = (OffenseCalledOut, HandShown, SeatsSkipped)


def begin(events: Sequence[Event], viewer: int | None) -> View:
    """The view after a match was created, from its events."""
    started = events[0]
    assert isinstance(started, MatchStarted)
    seats = started.seats
    american = isinstance(started.rules.game, AmericanPageOneRules)
    fresh = View(
        match_id=started.match_id,
        viewer=viewer,
        rules=started.rules,
        version=-1,
        phase=Phase.TURN,
        round=0,
        dealer=0,
        turn=0,
        cards=(0,) * seats,
        scores=(0,) * seats,
        places=(0,) * seats,
        left=(False,) * seats,
        stock=0,
        pile=b"",
        table=Discard() if american else Trick(),
        drew=False,
        seed_commitment=started.seed_commitment,
    )
    return fold(fresh, events[1:])


def fold(view: View, events: Sequence[Event]) -> View:
    """The view after one action, whose events (as this viewer got them) are ``events``."""
    folding = _Folding(view)
    if events and _settles_last_play(events):
        folding.view.last_play = None
    for event in events:
        folding.take(event)
    folding.view.version += 1
    return folding.view


def fold_all(view: View, events: Sequence[Event]) -> View:
    """The view after several actions, whose events follow each other without a mark; its version stays the old one."""
    folding = _Folding(view)
    for event in events:
        if _settles(folding.view, event):
            folding.view.last_play = None
        folding.take(event)
    return folding.view


def _settles(view: View, event: Event) -> bool:
    """Whether an event can only come of a turn action other than a play (clause S1)."""
    if isinstance(event, CardsDrawn):
        # Under EVASION_NONE a play has it paid at once: nothing was pending before.
        owed = isinstance(view.table, Discard) and view.table.pending > 0
        return event.reason == DrawReason.TURN or (event.reason == DrawReason.PENDING and owed)
    if isinstance(event, SuitNamed):
        # The suit of a starter whose dealer has left is named by nobody.
        return not view.left[event.seat]
    return isinstance(event, TurnPassed | HandShown | ChallengeSettled | TableTaken)


def _settles_last_play(events: Sequence[Event]) -> bool:
    """Whether the action was a turn action other than a play (clause S1): its first event tells."""
    first = next((event for event in events if not isinstance(event, StockReshuffled)), None)
    if isinstance(first, CardsDrawn):
        return first.reason in (DrawReason.TURN, DrawReason.PENDING)
    return isinstance(first, TurnPassed | SuitNamed | HandShown | ChallengeSettled | TableTaken)


def _put(row: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*row[:seat], value, *row[seat + 1 :])


def _less(hand: bytes, cards: bytes) -> bytes:
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return bytes(rest)


class _Folding:
    def __init__(self, view: View) -> None:
        self.view = replace(view, table=view.table.copy())
        self.standing: list[DobonClaim] = []
        self.struck = 0

    def take(self, event: Event) -> None:
        if not isinstance(event, _BYSTANDERS):
            getattr(self, "_" + event.kind)(event)

    # Helpers

    @property
    def discard(self) -> Discard:
        assert isinstance(self.view.table, Discard)
        return self.view.table

    @property
    def trick(self) -> Trick:
        assert isinstance(self.view.table, Trick)
        return self.view.table

    def gain(self, seat: int, count: int, cards: bytes) -> None:
        view = self.view
        view.cards = _put(view.cards, seat, view.cards[seat] + count)
        if seat == view.viewer:
            assert len(cards) == count, "a viewer sees its own cards"
            view.hand = bytes(sorted(view.hand + cards))

    def lose(self, seat: int, cards: bytes) -> None:
        view = self.view
        view.cards = _put(view.cards, seat, view.cards[seat] - len(cards))
        if seat == view.viewer:
            view.hand = _less(view.hand, cards)

    def no_draw(self) -> None:
        self.view.drew = False
        self.view.table.drawn = 0

    def next_active(self, seat: int) -> int:
        view = self.view
        seats = len(view.cards)
        for _ in range(seats):
            seat = (seat + 1) % seats
            if not view.places[seat] and not view.left[seat]:
                break
        return seat

    # One for each kind of event

    def _round_started(self, event: RoundStarted) -> None:
        view = self.view
        nobody = (0,) * len(view.cards)
        view.phase = Phase.TURN
        view.round, view.dealer, view.stock = event.round, event.dealer, event.stock
        view.cards = view.places = nobody
        view.hand = view.pile = b""
        view.last_play = view.claims = None
        view.awaited = ()
        view.drew = False
        view.table = Discard() if isinstance(view.table, Discard) else Trick(leader=event.dealer)

    def _cards_dealt(self, event: CardsDealt) -> None:
        self.gain(event.seat, event.count, event.cards)
        self.view.stock -= event.count

    def _starter_turned(self, event: StarterTurned) -> None:
        view = self.view
        game = view.rules.game
        assert isinstance(game, AmericanPageOneRules)
        card = event.card
        view.stock -= 1
        view.pile = bytes((card,))
        wild = card != JOKER and RANK_OF[card] == game.specials.wild
        named = game.starter == Starter.DEALER and (wild or card == JOKER)
        named = named or (game.starter == Starter.NEUTRAL and wild)
        self.discard.suit = 0 if named else SUIT_OF[card] or 4
        if game.dobon.enabled and game.dobon.on_starter:
            view.last_play = LastPlay(view.dealer, view.pile, starter=True)

    def _cards_played(self, event: CardsPlayed) -> None:
        view = self.view
        self.lose(event.seat, event.cards)
        self.no_draw()
        table = view.table
        if isinstance(table, Trick):
            if not table.plays:
                table.leader = event.seat
            table.plays = (*table.plays, (event.seat, event.cards[0]))
            view.last_play = LastPlay(event.seat, event.cards, call=event.call)
            return
        view.last_play = LastPlay(
            event.seat,
            event.cards,
            (),
            table.suit,
            table.reversed,
            table.pending,
            call=event.call,
        )
        view.pile += event.cards
        table.suit = event.suit or SUIT_OF[event.cards[-1]] or table.suit

    def _cards_drawn(self, event: CardsDrawn) -> None:
        view = self.view
        self.gain(event.seat, event.count, event.cards)
        view.stock -= event.count
        if event.reason == DrawReason.TURN:
            view.drew = True
            if event.seat == view.viewer:
                view.table.drawn = event.cards[-1]
        elif event.reason == DrawReason.PENDING:
            self.discard.pending = 0

    def _turn_passed(self, event: TurnPassed) -> None:
        self.no_draw()

    def _suit_named(self, event: SuitNamed) -> None:
        self.discard.suit = event.suit

    def _direction_reversed(self, event: DirectionReversed) -> None:
        self.discard.reversed = event.reversed

    def _draw_pending(self, event: DrawPending) -> None:
        self.discard.pending = event.count

    def _cards_returned(self, event: CardsReturned) -> None:
        view = self.view
        assert view.pile.endswith(event.cards)
        view.pile = view.pile[: -len(event.cards)]
        self.gain(event.seat, len(event.cards), event.cards)
        view.last_play = None

    def _challenge_settled(self, event: ChallengeSettled) -> None:
        self.discard.pending = 0

    def _claims_opened(self, event: ClaimsOpened) -> None:
        view = self.view
        assert view.last_play is not None
        view.phase = Phase.CLAIMS
        view.turn = view.last_play.seat
        laid = view.claims.dobons if view.claims else ()
        view.claims = Claims(event.level, (), laid)
        view.awaited = event.seats

    def answered(self, seat: int) -> None:
        view = self.view
        assert view.claims is not None
        assert seat in view.awaited
        view.awaited = tuple(other for other in view.awaited if other != seat)
        view.claims = replace(view.claims, answered=tuple(sorted((*view.claims.answered, seat))))

    def _dobon_called(self, event: DobonCalled) -> None:
        view = self.view
        assert view.claims is not None
        claim = DobonClaim(event.seat, event.against, view.claims.level, event.cards)
        view.claims = replace(view.claims, dobons=(*view.claims.dobons, claim))
        self.answered(event.seat)

    def _dobon_voided(self, event: DobonVoided) -> None:
        view = self.view
        assert view.claims is not None
        view.claims = replace(
            view.claims,
            dobons=tuple(replace(dobon, void=dobon.void or dobon.seat == event.seat) for dobon in view.claims.dobons),
        )

    def _claim_waived(self, event: ClaimWaived) -> None:
        self.answered(event.seat)

    def _claims_closed(self, event: ClaimsClosed) -> None:
        view = self.view
        assert view.claims is not None
        self.standing = [dobon for dobon in view.claims.dobons if not dobon.void]
        self.struck = view.turn
        view.phase = Phase.TURN
        view.claims = None
        view.awaited = ()
        if self.standing:
            view.last_play = None

    def _trick_won(self, event: TrickWon) -> None:
        view = self.view
        view.pile += bytes(card for _, card in self.trick.plays)
        seat = event.seat
        active = not view.places[seat] and not view.left[seat]
        view.table = Trick(seat if active else self.next_active(seat))
        view.drew = False

    def _table_taken(self, event: TableTaken) -> None:
        view = self.view
        game = view.rules.game
        assert isinstance(game, PageOneRules)
        if game.stock_out == StockOut.TAKE_ALL:
            view.pile = b""
        self.gain(event.seat, len(event.cards), event.cards)
        view.table = Trick(event.seat)
        view.drew = False

    def _stock_reshuffled(self, event: StockReshuffled) -> None:
        view = self.view
        view.pile = view.pile[event.stock - view.stock :]
        view.stock = event.stock

    def _seat_went_out(self, event: SeatWentOut) -> None:
        view = self.view
        view.places = _put(view.places, event.seat, event.place)
        if self.standing:
            self.lay_down()

    def lay_down(self) -> None:
        """The standing claimants' hands go on the pile, clockwise from the struck player (clause A27)."""
        view = self.view
        seats = len(view.cards)
        for dobon in sorted(self.standing, key=lambda laid: (laid.seat - self.struck) % seats):
            view.pile += dobon.cards
            self.lose(dobon.seat, dobon.cards)
        self.standing = []

    def _seat_left(self, event: SeatLeft) -> None:
        view = self.view
        seat = event.seat
        view.left = (*view.left[:seat], True, *view.left[seat + 1 :])
        if view.phase == Phase.CLAIMS and seat in view.awaited:
            self.answered(seat)
        elif view.phase == Phase.TURN and view.turn == seat:
            self.no_draw()
            if isinstance(view.table, Discard):
                view.table.pending = 0

    def _turn_started(self, event: TurnStarted) -> None:
        view = self.view
        view.phase = Phase.TURN
        view.turn = event.seat
        self.no_draw()
        if isinstance(view.table, Trick) and not view.table.plays:
            view.table.leader = event.seat

    def _round_ended(self, event: RoundEnded) -> None:
        view = self.view
        view.phase = Phase.ROUND_OVER
        view.cards = tuple(len(result.hand) for result in event.results)
        view.places = tuple(result.place for result in event.results)
        view.scores = tuple(result.score for result in event.results)
        if view.viewer is not None:
            view.hand = event.results[view.viewer].hand
        view.last_play = view.claims = None
        view.awaited = ()
        self.no_draw()
        if isinstance(view.table, Discard):
            view.table = Discard()

    def _match_ended(self, event: MatchEnded) -> None:
        self.view.phase = Phase.MATCH_OVER
        self.view.seed = event.seed
