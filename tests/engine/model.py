"""What an action leads to, worked out from RULES.md a second time: counts, turn, table, places.

A model plays one accepted action on a copy of a state in which cards drawn are blank (code 0). Everything else must
come out as the engine has it: :func:`compare` names what does not. Written in the order of the clauses, and without a
look at the engine's way of doing it.
"""

from dataclasses import replace

from pageone_engine.actions import (
    Action,
    CallOut,
    Challenge,
    CloseClaims,
    Dobon,
    Draw,
    Leave,
    NameSuit,
    Pass,
    Play,
    StartRound,
    Waive,
)
from pageone_engine.events import Event, RoundEnded, StarterTurned
from pageone_engine.rules import AmericanPageOneRules, PageOneRules, Rules
from pageone_engine.state import Claims, Discard, DobonClaim, LastPlay, State, Trick
from pageone_engine.terms import (
    DobonReturn,
    DrawRule,
    Evasion,
    IllegalPlay,
    JokerPlay,
    MissedCall,
    NextDealer,
    Offense,
    Phase,
    RoundEnd,
    RoundOutcome,
    Scoring,
    SpecialFinish,
    Starter,
    StockOut,
)

from tests.engine.oracle import JOKER, AmericanTable, awaited, rank_of, suit_of

BLANK = b"\0"


class Model:
    """A state that the model changes; ``over`` once the round has ended."""

    def __init__(self, state: State) -> None:
        self.s = state.copy()
        self.rules: Rules = state.match.rules
        self.game = self.rules.game
        self.seats = len(state.hands)
        self.over = False
        self.outcome = 0
        self.last_standing = self.rules.round_end == RoundEnd.LAST_STANDING

    # Who is there

    def active(self) -> list[int]:
        return [n for n in range(self.seats) if not self.s.places[n] and not self.s.left[n]]

    def is_active(self, seat: int) -> bool:
        return seat in self.active()

    def after(self, seat: int) -> int:
        """C3: the next active seat in the direction of play."""
        table = self.s.table
        step = -1 if isinstance(table, Discard) and table.reversed else 1
        for far in range(1, self.seats + 1):
            if self.is_active((seat + step * far) % self.seats):
                return (seat + step * far) % self.seats
        return seat

    @property
    def american(self) -> AmericanPageOneRules:
        assert isinstance(self.game, AmericanPageOneRules)
        return self.game

    @property
    def discard(self) -> Discard:
        assert isinstance(self.s.table, Discard)
        return self.s.table

    @property
    def trick(self) -> Trick:
        assert isinstance(self.s.table, Trick)
        return self.s.table

    def power(self, card: int) -> str:
        """A10 to A14."""
        if not isinstance(self.game, AmericanPageOneRules):
            return ""
        if card == JOKER:
            return "draw"
        specials = self.game.specials
        named = {
            specials.draw_two: "draw",
            specials.draw_three: "draw",
            specials.wild: "wild",
            specials.skip: "skip",
            specials.reverse: "reverse",
        }
        return named.get(rank_of(card), "")

    def owes(self, cards: bytes) -> int:
        """A10, A15."""
        if self.power(cards[-1]) != "draw":
            return 0
        if cards[-1] == JOKER:
            return 4 * len(cards)
        return (2 if rank_of(cards[-1]) == self.american.specials.draw_two else 3) * len(cards)

    # Drawing

    def kept(self, penalty: bool) -> int:
        """A8, P11, P13: how many of the pile's top cards a reshuffle spares."""
        pile, last = self.s.pile, self.s.last_play
        if isinstance(self.game, PageOneRules):
            return 0 if self.game.stock_out == StockOut.RESHUFFLE else len(pile)
        if last is None:
            return 1
        illegal = self.american.illegal_play == IllegalPlay.WHEN_CALLED_OUT and self.is_active(last.seat)
        if illegal or (self.american.dobon.enabled and self.s.phase == Phase.CLAIMS):
            return len(last.cards) + 1
        return len(last.cards) if penalty else 1

    def draw(self, seat: int, count: int, penalty: bool = False) -> int:
        """C16: blank cards for a seat, as many as there are; how many."""
        s = self.s
        drawn = 0
        while drawn < count:
            if not s.stock:
                free = len(s.pile) - self.kept(penalty)
                if free <= 0:
                    break
                s.stock, s.pile = bytes(free), s.pile[free:]
                s.shuffles += 1
            s.stock = s.stock[:-1]
            s.hands[seat] += BLANK
            drawn += 1
        return drawn

    # The course of a round

    def start_turn(self, seat: int) -> None:
        """C24, A9."""
        table = self.s.table
        if isinstance(table, Discard) and table.passes and table.passes >= len(self.active()):
            self.end(RoundOutcome.VOID_BLOCKED)
        elif self.s.turns >= self.rules.turn_limit:
            self.end(RoundOutcome.VOID_TURN_LIMIT)
        else:
            self.s.phase = Phase.TURN
            self.s.turn = seat
            table.drawn = 0

    def place(self, seats: list[int]) -> None:
        """C19."""
        next_place = 1 + sum(1 for place in self.s.places if place)
        self.s.places = tuple(next_place if seat in seats else place for seat, place in enumerate(self.s.places))

    def end(self, outcome: int) -> None:
        """C10, C19, C24, S3."""
        s = self.s
        if outcome == RoundOutcome.WON and self.last_standing and self.active():
            self.place(self.active())
        if outcome != RoundOutcome.WON:
            s.places = (0,) * self.seats
        self.over = True
        self.outcome = outcome
        s.last_play = s.claims = None
        s.phase = Phase.ROUND_OVER
        if s.round == self.rules.rounds or s.left.count(False) < 2:
            s.phase = Phase.MATCH_OVER
        s.table = Discard() if isinstance(s.table, Discard) else replace(self.trick, drawn=0)

    def decided(self) -> bool:
        return not self.last_standing or len(self.active()) < 2

    # Actions

    def apply(self, action: Action) -> None:
        """Play one action that is accepted."""
        s = self.s
        s.version += 1
        if isinstance(action, Play | Draw | Pass | NameSuit | Challenge):
            s.turns += 1
        match action:
            case Play():
                self.play(action)
            case Draw():
                self.draw_action(action.seat)
            case Pass():
                self.pass_turn(action.seat)
            case NameSuit():
                self.name_suit(action.suit)
            case Challenge():
                self.challenge(action.seat)
            case CallOut():
                self.call_out(action)
            case Dobon():
                self.dobon(action)
            case Waive():
                self.answer(action.seat)
            case CloseClaims():
                self.close_level()
            case Leave():
                self.leave(action.seat)
            case StartRound():
                raise AssertionError("see start_round")

    def play(self, action: Play) -> None:
        s = self.s
        seat, cards = action.seat, action.cards
        hand = list(s.hands[seat])
        for card in cards:
            hand.remove(card)
        offenses: list[int] = []
        if isinstance(self.game, AmericanPageOneRules) and self.is_illegal(action):
            offenses.append(Offense.ILLEGAL_PLAY)
        s.hands[seat] = bytes(hand)
        table = s.table
        if isinstance(table, Trick):
            table.plays = (*table.plays, (seat, cards[0]))
            s.last_play = LastPlay(seat, cards, call=action.call)
        else:
            before = (table.suit, table.reversed, table.pending)
            s.last_play = LastPlay(seat, cards, (), *before, call=action.call)
            s.pile += cards
            # A3: named, or its own; of a Joker that empties the hand the suit as it was.
            table.suit = action.suit or suit_of(cards[-1]) or table.suit
            table.passes = 0
        table.drawn = 0
        claims = isinstance(self.game, AmericanPageOneRules) and self.game.dobon.enabled
        if claims:
            s.phase = Phase.CLAIMS
        special_finish = (
            not hand
            and isinstance(self.game, AmericanPageOneRules)
            and self.game.special_finish == SpecialFinish.PENALIZED
            and self.power(cards[-1])
        )
        owed = self.rules.calls.penultimate if len(hand) == 1 else self.rules.calls.last
        if len(hand) < 2 and owed and not special_finish and not action.call:
            if self.rules.calls.missed == MissedCall.PENALIZED:
                self.draw(seat, self.rules.penalties.missed_call, penalty=True)
            elif self.rules.penalties.missed_call:
                offenses.insert(0, Offense.MISSED_CALL)
        if special_finish:
            self.draw(seat, self.rules.penalties.special_finish, penalty=True)
        s.last_play = replace(s.last_play, offenses=tuple(offenses))
        illegal_open = (
            isinstance(self.game, AmericanPageOneRules) and self.game.illegal_play == IllegalPlay.WHEN_CALLED_OUT
        )
        finish_waits = not s.hands[seat] and (illegal_open or Offense.MISSED_CALL in offenses)
        if claims or finish_waits:
            s.phase = Phase.CLAIMS
            s.turn = seat
            s.claims = Claims()
        else:
            self.stand()

    def is_illegal(self, action: Play) -> bool:
        """A21: it was accepted, so only the table can object."""
        game = self.american
        if game.illegal_play != IllegalPlay.WHEN_CALLED_OUT:
            return False
        table = AmericanTable(self.s, game, self.discard, action.seat)
        not_drawn = self.discard.drawn and game.draw == DrawRule.ONE_PLAYABLE and action.cards[0] != self.discard.drawn
        return bool(not_drawn or table.objection(action.cards[0]))

    def stand(self) -> None:
        """A25, C14: the play stands."""
        s = self.s
        s.claims = None
        s.phase = Phase.TURN
        last = s.last_play
        assert last is not None
        if not s.hands[last.seat]:
            s.last_play = replace(last, offenses=())
            self.place([last.seat])
            if self.decided():
                self.pay_finish(last)
                self.end(RoundOutcome.WON)
                return
        if isinstance(s.table, Trick):
            self.go_on_with_trick(last.seat)
        elif last.starter:
            self.work_starter(powerless=None)
        else:
            self.work(last.seat, last.cards)

    def pay_finish(self, last: LastPlay) -> None:
        """A16."""
        if not isinstance(self.game, AmericanPageOneRules) or self.game.evasion != Evasion.NONE:
            return
        if self.owes(last.cards) and self.active():
            self.draw(self.after(last.seat), self.discard.pending + self.owes(last.cards))

    def work(self, seat: int, cards: bytes) -> None:
        """A10, A13, A15, A17."""
        power = self.power(cards[-1])
        jumps = 0
        if power == "skip":
            jumps = len(cards)
        elif power == "reverse" and len(cards) % 2:
            self.discard.reversed = not self.discard.reversed
            pair = len(self.active()) == 2 and self.is_active(seat)
            jumps = 1 if pair and self.american.two_seat_reverse_skips else 0
        elif power == "draw":
            self.discard.pending += self.owes(cards)
        to_act = self.after(seat)
        for _ in range(jumps):
            to_act = self.after(to_act)
        self.meet(to_act)

    def meet(self, seat: int) -> None:
        """A12: who meets a pending draw under NONE draws it, unless it can be challenged."""
        table = self.discard
        last = self.s.last_play
        doubtful = (
            self.american.joker_play == JokerPlay.CHALLENGEABLE
            and last is not None
            and last.cards[-1] == JOKER
            and not last.starter
            and not last.pending_before
            and self.is_active(last.seat)
        )
        if table.pending and self.american.evasion == Evasion.NONE and not doubtful:
            self.draw(seat, table.pending)
            table.pending = 0
            seat = self.after(seat)
        self.start_turn(seat)

    def draw_action(self, seat: int) -> None:
        s = self.s
        s.last_play = None
        table = s.table
        if isinstance(table, Trick):
            self.draw_in_trick(seat, table)
            return
        table.passes = 0
        if table.pending:
            self.draw(seat, table.pending)
            table.pending = 0
            self.start_turn(self.after(seat))
        else:
            self.draw(seat, 1)
            table.drawn = -1

    def draw_in_trick(self, seat: int, table: Trick) -> None:
        """P11, P12."""
        s = self.s
        game = self.game
        assert isinstance(game, PageOneRules)
        if self.draw(seat, 1):
            table.drawn = -1
            return
        if game.stock_out == StockOut.RESHUFFLE:
            self.end(RoundOutcome.WON if self.last_standing else RoundOutcome.VOID_BLOCKED)
            return
        taken = bytes(card for _, card in table.plays)
        if game.stock_out == StockOut.TAKE_ALL:
            taken += s.pile
            s.pile = b""
        if not taken:
            self.end(RoundOutcome.VOID_BLOCKED)
            return
        s.hands[seat] += taken
        s.table = Trick(seat)
        self.start_turn(seat)

    def pass_turn(self, seat: int) -> None:
        """A9."""
        self.s.last_play = None
        if not self.s.stock and len(self.s.pile) < 2:
            self.discard.passes += 1
        self.discard.drawn = 0
        self.start_turn(self.after(seat))

    def name_suit(self, suit: int) -> None:
        """A20."""
        self.s.last_play = None
        self.discard.suit = suit
        if self.american.starter == Starter.DEALER:
            self.work(self.s.dealer, self.s.pile)

    def challenge(self, seat: int) -> None:
        """A30."""
        s = self.s
        last = s.last_play
        assert last is not None
        s.last_play = None
        wild = self.american.specials.wild
        guilty = any(
            suit_of(card) == last.suit_before and rank_of(card) != wild for card in s.hands[last.seat] if card != JOKER
        )
        owed, self.discard.pending = self.discard.pending, 0
        if guilty:
            self.draw(last.seat, 4 * len(last.cards))
            self.start_turn(seat)
        else:
            self.draw(seat, owed + 2)
            self.start_turn(self.after(seat))

    def call_out(self, action: CallOut) -> None:
        """C17, C18, A22."""
        s = self.s
        last = s.last_play
        penalties = self.rules.penalties
        if action.offense == Offense.TABLE_TALK:
            self.draw(action.offender, penalties.table_talk, penalty=True)
            return
        assert last is not None
        if action.offense not in last.offenses:
            self.draw(action.seat, penalties.false_call_out, penalty=True)
        elif action.offense == Offense.MISSED_CALL:
            s.last_play = replace(last, offenses=tuple(other for other in last.offenses if other != action.offense))
            self.draw(last.seat, penalties.missed_call, penalty=True)
            rejected = not isinstance(self.game, AmericanPageOneRules) or (
                self.game.illegal_play == IllegalPlay.REJECTED and not self.game.dobon.enabled
            )
            if s.phase == Phase.CLAIMS and rejected:
                self.stand()
        else:
            self.undo(last)

    def undo(self, last: LastPlay) -> None:
        """A22."""
        s = self.s
        table = self.discard
        in_turn = s.phase == Phase.TURN
        s.pile = s.pile[: -len(last.cards)]
        s.hands[last.seat] += last.cards
        table.suit, table.reversed = last.suit_before, last.reversed_before
        settled = in_turn and self.american.evasion == Evasion.NONE
        table.pending = 0 if settled else last.pending_before
        table.passes = table.drawn = 0
        s.last_play = s.claims = None
        s.phase = Phase.TURN
        self.draw(last.seat, self.rules.penalties.illegal_play, penalty=True)
        self.meet(self.after(last.seat))

    # Claims

    def awaited(self) -> list[int]:
        return awaited(self.s)

    def answer(self, seat: int) -> None:
        claims = self.s.claims
        assert claims is not None
        self.s.claims = replace(claims, answered=tuple(sorted((*claims.answered, seat))))
        if not self.awaited():
            self.close_level()

    def dobon(self, action: Dobon) -> None:
        """A24, A26."""
        s = self.s
        claims, last = s.claims, s.last_play
        assert claims is not None
        assert last is not None
        s.last_play = replace(last, offenses=())
        contested = self.american.dobon.dobon_return == DobonReturn.CONTESTED
        struck = tuple(
            replace(
                claim,
                void=claim.void or (claim.level == claims.level - 1 and (contested or claim.seat == action.against)),
            )
            for claim in claims.dobons
        )
        cards = action.cards or s.hands[action.seat]
        laid = DobonClaim(action.seat, action.against, claims.level, cards)
        s.claims = replace(claims, dobons=(*struck, laid))
        self.answer(action.seat)

    def close_level(self) -> None:
        """A25, A26."""
        claims = self.s.claims
        assert claims is not None
        claimed = any(claim.level == claims.level for claim in claims.dobons)
        returns = DobonReturn.OFF
        if claimed:
            returns = self.american.dobon.dobon_return
        if returns == DobonReturn.LAST_LAID or (returns == DobonReturn.CONTESTED and claims.level == 1):
            self.s.claims = Claims(claims.level + 1, (), claims.dobons)
            if self.awaited():
                return
        if claims.dobons:
            self.settle_dobons(claims.dobons)
        else:
            self.stand()

    def settle_dobons(self, dobons: tuple[DobonClaim, ...]) -> None:
        """A24, A27."""
        s = self.s
        last = s.last_play
        assert last is not None
        standing = {claim.seat: claim.cards for claim in dobons if not claim.void}
        if last.seat not in standing:
            s.pile = s.pile[: -len(last.cards)]
            s.hands[last.seat] += last.cards
        for far in range(self.seats):
            seat = (last.seat + far) % self.seats
            if seat in standing:
                s.pile += standing[seat]
                s.hands[seat] = b""
        self.place(list(standing))
        s.claims = s.last_play = None
        s.phase = Phase.TURN
        if self.decided():
            self.end(RoundOutcome.WON)
            return
        table = self.discard
        table.suit = suit_of(s.pile[-1]) or last.suit_before or 4
        table.pending = 0
        self.start_turn(self.after(last.seat))

    # Page One

    def go_on_with_trick(self, seat: int) -> None:
        """P1, P7, P15."""
        trick = self.trick
        to_act = self.after(seat)
        if to_act not in [player for player, _ in trick.plays]:
            self.start_turn(to_act)
            return
        plain = [card for _, card in trick.plays if card != JOKER]

        def strength(card: int) -> int:
            if card == JOKER:
                return 99
            if suit_of(card) != suit_of(plain[0]):
                return -1
            return 14 if rank_of(card) == 1 else rank_of(card)

        best = max(strength(card) for _, card in trick.plays)
        winner = next(player for player, card in trick.plays if strength(card) == best)
        self.s.pile += bytes(card for _, card in trick.plays)
        leader = winner if self.is_active(winner) else self.after(winner)
        self.s.table = Trick(leader)
        self.start_turn(leader)

    # Leaving

    def leave(self, seat: int) -> None:
        """C25."""
        s = self.s
        if s.phase == Phase.CLAIMS:
            others = [other for other in self.active() if other != seat]
            claimed = s.claims is not None and s.claims.dobons
            if s.turn != seat and len(others) < 2 and s.hands[s.turn] and not claimed:
                # Nobody is left to play on with: the one left behind wins, its play has no power.
                s.phase = Phase.TURN
                s.claims = None
            elif s.turn == seat or len(others) < 2:
                while self.s.phase == Phase.CLAIMS:
                    self.close_level()
        was_active = self.is_active(seat)
        asked = s.phase == Phase.CLAIMS and seat in self.awaited()
        s.left = tuple(gone or other == seat for other, gone in enumerate(s.left))
        if s.phase >= Phase.ROUND_OVER:
            if s.left.count(False) < 2:
                s.phase = Phase.MATCH_OVER
            return
        if s.last_play is not None and s.last_play.seat == seat:
            s.last_play = replace(s.last_play, offenses=())
        if not was_active:
            return
        if s.phase == Phase.CLAIMS:
            if asked:
                self.answer(seat)
        elif len(self.active()) < 2:
            self.place(self.active())
            self.end(RoundOutcome.WON)
        elif s.turn == seat:
            self.turn_of_leaver(seat)
        elif isinstance(s.table, Discard) and 0 < s.table.passes >= len(self.active()):
            self.end(RoundOutcome.VOID_BLOCKED)

    def turn_of_leaver(self, seat: int) -> None:
        table = self.s.table
        table.drawn = 0
        to_act = self.after(seat)
        if isinstance(table, Trick):
            if table.plays:
                self.go_on_with_trick(seat)
            else:
                table.leader = to_act
                self.start_turn(to_act)
        elif table.suit:
            table.pending = 0
            self.start_turn(to_act)
        else:
            table.suit = suit_of(self.s.pile[-1]) or 4
            self.work(seat, self.s.pile)

    # The starter

    def start_round(self, events: list[Event]) -> None:
        """C9, C10, A20; the starter is looked up in what happened."""
        s = self.s
        winners = [seat for seat in range(self.seats) if s.places[seat] == 1]
        if self.rules.next_dealer == NextDealer.ROTATES:
            dealer = (s.dealer + 1) % self.seats
        else:
            round_the_table = [(s.dealer + far) % self.seats for far in range(self.seats)]
            dealer = next((seat for seat in round_the_table if seat in winners), s.dealer)
        while s.left[dealer]:
            dealer = (dealer + 1) % self.seats
        s.version += 1
        s.round += 1
        s.dealer = dealer
        s.turns = 0
        s.shuffles += 1
        s.phase = Phase.TURN
        s.places = (0,) * self.seats
        s.hands = [b"" if gone else bytes(self.rules.hand_size) for gone in s.left]
        s.last_play = s.claims = None
        pack = 52 * self.rules.decks + self.rules.jokers
        s.stock = bytes(pack - sum(map(len, s.hands)))
        s.pile = b""
        if isinstance(self.game, PageOneRules):
            s.table = Trick(dealer)
            self.start_turn(dealer)
            return
        turned = next(event for event in events if isinstance(event, StarterTurned))
        powerless = len(turned.put_back) == len(s.stock) - 1 and self.goes_back(turned.card)
        s.pile = bytes((turned.card,))
        s.stock = s.stock[:-1]
        names = not powerless and self.is_named(turned.card)
        s.table = Discard(0 if names else suit_of(turned.card) or 4)
        if self.american.dobon.enabled and self.american.dobon.on_starter:
            s.last_play = LastPlay(dealer, s.pile, starter=True)
            s.phase = Phase.CLAIMS
            s.turn = dealer
            s.claims = Claims()
        else:
            self.work_starter(powerless)

    def goes_back(self, card: int) -> bool:
        """A20."""
        if self.american.starter == Starter.NEUTRAL:
            return card == JOKER
        return self.american.starter == Starter.PLAIN and bool(self.power(card))

    def is_named(self, card: int) -> bool:
        dealer = self.american.starter == Starter.DEALER
        return self.power(card) == "wild" or (dealer and card == JOKER)

    def work_starter(self, powerless: bool | None) -> None:
        """A20; that a card that goes back lies there tells that it has no power."""
        s = self.s
        card = s.pile[-1]
        if powerless is None:
            powerless = self.goes_back(card)
        first = self.after(s.dealer)
        if powerless:
            self.start_turn(first)
        elif self.american.starter == Starter.DEALER:
            if self.discard.suit:
                self.work(s.dealer, s.pile)
            else:
                self.start_turn(s.dealer)
        elif self.american.starter == Starter.NEUTRAL and self.power(card) == "reverse":
            self.discard.reversed = True
            self.start_turn(s.dealer)
        elif self.american.starter == Starter.NEUTRAL and self.power(card) == "skip":
            self.start_turn(self.after(first))
        elif self.american.starter == Starter.NEUTRAL and self.power(card) == "draw":
            self.discard.pending = self.owes(s.pile)
            self.meet(first)
        else:
            self.start_turn(first)


def compare(before: State, action: Action, after: State, events: list[Event]) -> list[str]:
    """What came out otherwise than the model has it."""
    model = Model(before)
    if isinstance(action, StartRound):
        model.start_round(events)
    else:
        model.apply(action)
    wrong: list[str] = []

    def same(name: str, mine: object, theirs: object) -> None:
        if mine != theirs:
            wrong.append(f"{name}: the model has {mine!r}, the engine {theirs!r}")

    s = model.s
    for name in ("version", "shuffles", "phase", "round", "dealer", "turn", "turns", "places", "left", "claims"):
        same(name, getattr(s, name), getattr(after, name))
    same("cards", [len(hand) for hand in s.hands], [len(hand) for hand in after.hands])
    same("stock", len(s.stock), len(after.stock))
    same("pile", s.pile, after.pile)
    same("last_play", s.last_play, after.last_play)
    same("drew", bool(s.table.drawn), bool(after.table.drawn))
    same("table", replace(s.table, drawn=0), replace(after.table, drawn=0))
    ended = [event for event in events if isinstance(event, RoundEnded)]
    same("rounds ended", int(model.over), len(ended))
    for event in ended:
        same("outcome", model.outcome, event.outcome)
        points = expected_points(model, event)
        same("points", points, [result.points for result in event.results])
        scores = [before.scores[seat] + points[seat] for seat in range(len(points))]
        same("scores", scores, [result.score for result in event.results])
        same("scores in the state", tuple(scores), after.scores)
        same("hands shown", [result.hand for result in event.results], after.hands)
    if not ended:
        same("scores", before.scores, after.scores)
    return wrong


def expected_points(model: Model, event: RoundEnded) -> list[int]:
    """C20 to C23."""
    rules, results = model.rules, event.results
    if event.outcome != RoundOutcome.WON:
        return [0] * len(results)
    if rules.scoring == Scoring.PLACEMENT:
        # S4: dealt in are those that have not left, hold cards, or have a place.
        dealt = [result for result in results if not model.s.left[result.seat] or result.hand or result.place]
        return [len(dealt) - result.place if result.place else 0 for result in results]
    held = [sum(_worth(rules, card) for card in result.hand) for result in results]
    lost = sum(worth for worth, result in zip(held, results, strict=True) if result.place != 1)
    american = isinstance(rules.game, AmericanPageOneRules)
    return [
        lost if result.place == 1 else (-worth if american else 0) for worth, result in zip(held, results, strict=True)
    ]


def _worth(rules: Rules, card: int) -> int:
    """C20."""
    if rules.scoring == Scoring.CARD_COUNT:
        return 1
    points, rank = rules.card_points, rank_of(card)
    if card == JOKER:
        return points.joker
    if isinstance(rules.game, AmericanPageOneRules):
        specials = rules.game.specials
        if rank == specials.wild:
            return points.wild
        if rank in (specials.draw_two, specials.draw_three, specials.skip, specials.reverse):
            return points.action
    if rank > 10:
        return points.court
    return points.ace if rank == 1 else rank
