"""Which refusal an action deserves, worked out from RULES.md a second time and in the plainest way.

Slow, without tables, and sharing no decision with the engine: where both agree on every action of many states, a
misreading must have been made twice. Answers a set of refusals, where clauses leave the choice between two open;
0 is "accepted". The action's form (R2) and version (C26) are taken to be right.
"""

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
from pageone_engine.refusals import Refusal
from pageone_engine.rules import AmericanPageOneRules, PageOneRules, Rules
from pageone_engine.state import Discard, State, Trick
from pageone_engine.terms import (
    DobonReturn,
    DrawRule,
    Evasion,
    IllegalPlay,
    JokerPlay,
    MissedCall,
    Offense,
    Phase,
    SpecialFinish,
    StockOut,
)

Answer = set[int]
ACCEPTED: Answer = {0}
JOKER = 53


def suit_of(card: int) -> int:
    """C2; 0 for a Joker."""
    return 0 if card == JOKER else (card - 1) // 13 + 1


def rank_of(card: int) -> int:
    """C2; 0 for a Joker."""
    return 0 if card == JOKER else (card - 1) % 13 + 1


def expected(s: State, action: Action) -> Answer:
    """The refusals that RULES.md allows for ``action``; ``{0}``: it must be accepted."""
    match action:
        case Leave():
            if s.phase == Phase.MATCH_OVER:
                return {Refusal.WRONG_PHASE}
            return {Refusal.SEAT_NOT_PLAYING} if s.left[action.seat] else ACCEPTED
        case CloseClaims():
            return ACCEPTED if s.phase == Phase.CLAIMS else {Refusal.WRONG_PHASE}
        case StartRound():
            return ACCEPTED if s.phase == Phase.ROUND_OVER else {Refusal.WRONG_PHASE}
        case CallOut():
            return _call_out(s, action)
        case Dobon() | Waive():
            return _answer(s, action)
        case NameSuit():
            return _name_suit(s, action)
        case _:
            return _turn_action(s, action)


def _active(s: State, seat: int) -> bool:
    return s.places[seat] == 0 and not s.left[seat]


def _to_be_named(s: State) -> bool:
    return isinstance(s.table, Discard) and s.table.suit == 0


def _name_suit(s: State, action: NameSuit) -> Answer:
    if s.phase != Phase.TURN or not _to_be_named(s):
        return {Refusal.WRONG_PHASE}
    if not _active(s, action.seat):
        return {Refusal.SEAT_NOT_PLAYING}
    if action.seat != s.turn:
        return {Refusal.NOT_YOUR_TURN}
    return ACCEPTED if action.suit else {Refusal.SUIT_REQUIRED}


def _turn_action(s: State, action: Action) -> Answer:
    if s.phase != Phase.TURN or _to_be_named(s):
        return {Refusal.WRONG_PHASE}
    if not _active(s, action.seat):
        return {Refusal.SEAT_NOT_PLAYING}
    if action.seat != s.turn:
        return {Refusal.NOT_YOUR_TURN}
    if isinstance(action, Play):
        if not action.cards:
            return {Refusal.NO_CARDS}
        hand = list(s.hands[action.seat])
        for card in action.cards:
            if card not in hand:
                return {Refusal.CARD_NOT_IN_HAND}
            hand.remove(card)
    rules = s.match.rules
    if isinstance(rules.game, PageOneRules):
        assert isinstance(s.table, Trick)
        return _page_one(s, rules.game, s.table, action)
    assert isinstance(rules.game, AmericanPageOneRules)
    assert isinstance(s.table, Discard)
    return AmericanTable(s, rules.game, s.table, action.seat).answer(action)


# Page One


def _page_one(s: State, game: PageOneRules, trick: Trick, action: Action) -> Answer:
    hand = s.hands[action.seat]
    plain = [card for _, card in trick.plays if card != JOKER]
    led = suit_of(plain[0]) if plain else 0  # P4
    if isinstance(action, Pass):
        return {Refusal.CANNOT_PASS}
    if isinstance(action, Challenge):
        return {Refusal.NOTHING_TO_CHALLENGE}
    if isinstance(action, Draw):
        if list(hand) == [JOKER]:
            return ACCEPTED  # P8, P9
        if not led:
            return {Refusal.MUST_PLAY}  # P10
        if any(suit_of(card) == led for card in hand):
            return {Refusal.MUST_FOLLOW_SUIT}  # P5
        past = trick.drawn and sorted(hand) == sorted((trick.drawn, JOKER))
        forced = game.joker_forced and JOKER in hand
        return {Refusal.MUST_PLAY} if past or forced else ACCEPTED  # P9, P6
    assert isinstance(action, Play)
    if len(action.cards) > 1:
        return {Refusal.SETS_NOT_ALLOWED}
    card = action.cards[0]
    if led and card != JOKER and suit_of(card) != led:
        return {Refusal.MUST_FOLLOW_SUIT}  # P3
    if action.suit:
        return {Refusal.SUIT_NOT_ALLOWED}
    if card == JOKER and len(hand) == 1:
        return {Refusal.JOKER_CANNOT_FINISH}  # P8
    return _call(s.match.rules, action, len(hand) - 1, special=False)


def _call(rules: Rules, action: Play, left: int, special: bool) -> Answer:
    """C12, A18."""
    owed = 0
    if left == 1 and rules.calls.penultimate:
        owed = 1
    if left == 0 and rules.calls.last:
        owed = 2
    game = rules.game
    penalized = isinstance(game, AmericanPageOneRules) and (game.special_finish == SpecialFinish.PENALIZED)
    if left == 0 and special and penalized:
        owed = 0
    return ACCEPTED if action.call in (0, owed) else {Refusal.WRONG_CALL}


# American Page One


class AmericanTable:
    """The table, and a seat that is to act."""

    def __init__(self, s: State, game: AmericanPageOneRules, table: Discard, seat: int) -> None:
        self.s = s
        self.game = game
        self.table = table
        self.hand = s.hands[seat]
        self.top = s.pile[-1]

    def draws(self, card: int) -> int:
        """A10: how many cards it makes the next one draw."""
        if card == JOKER:
            return 4
        powers = {self.game.specials.draw_two: 2, self.game.specials.draw_three: 3}
        return powers.get(rank_of(card), 0)

    def is_special(self, card: int) -> bool:
        """A18: any with a power, Jokers included."""
        specials = self.game.specials
        ranks = (specials.draw_two, specials.draw_three, specials.wild, specials.skip, specials.reverse)
        return card == JOKER or rank_of(card) in ranks

    def is_wild(self, card: int) -> bool:
        """A2."""
        return card != JOKER and rank_of(card) == self.game.specials.wild

    def objection(self, card: int) -> int:
        """What the table has against the first card: A2, A10, A11, A29."""
        if self.table.pending:
            same = self.draws(card) and self.draws(self.top) and rank_of(card) == rank_of(self.top)
            in_suit = card == JOKER or suit_of(card) == self.table.suit
            linked = self.game.evasion == Evasion.LINKED and self.draws(card) and in_suit
            evades = self.game.evasion != Evasion.NONE and (same or linked)
            return 0 if evades else Refusal.MUST_EVADE_OR_DRAW
        if card == JOKER:
            holds = any(suit_of(other) == self.table.suit and not self.is_wild(other) for other in self.hand)
            if self.game.joker_play == JokerPlay.WITHOUT_SUIT and holds:
                return Refusal.JOKER_WITH_SUIT_IN_HAND
            return 0
        matches = suit_of(card) == self.table.suit or rank_of(card) == rank_of(self.top)
        return 0 if matches or self.is_wild(card) else Refusal.NO_MATCH

    def answer(self, action: Action) -> Answer:
        if isinstance(action, Play):
            return self.play(action)
        if isinstance(action, Draw):
            return self.draw()
        if isinstance(action, Pass):
            return self.pass_turn()
        return self.challenge()

    def play(self, action: Play) -> Answer:
        game, cards = self.game, action.cards
        if len(cards) > 1 and not game.sets:
            return {Refusal.SETS_NOT_ALLOWED}
        if len({rank_of(card) for card in cards}) > 1:
            return {Refusal.DIFFERENT_RANKS}
        offense = game.illegal_play == IllegalPlay.WHEN_CALLED_OUT
        if self.table.drawn and game.draw == DrawRule.ONE_WAITS:
            return {Refusal.DRAWN_CARD_WAITS}
        only_drawn = self.table.drawn and game.draw == DrawRule.ONE_PLAYABLE
        other = cards[0] != self.table.drawn and not offense
        if only_drawn and (len(cards) > 1 or other):
            return {Refusal.ONLY_DRAWN_CARD}
        objection = self.objection(cards[0])
        if objection and not offense:
            return {objection}
        empties = len(cards) == len(self.hand)
        names = cards[0] == JOKER or self.is_wild(cards[0])
        if action.suit and not names:
            return {Refusal.SUIT_NOT_ALLOWED}
        if names and not action.suit and not empties:
            return {Refusal.SUIT_REQUIRED}
        special = self.is_special(cards[-1])
        if empties and special and game.special_finish == SpecialFinish.REJECTED:
            return {Refusal.SPECIAL_CANNOT_FINISH}
        return _call(self.s.match.rules, action, len(self.hand) - len(cards), special)

    def can_play(self) -> bool:
        """A7: whether there is a legal play."""
        last = len(self.hand) == 1 and self.game.special_finish == SpecialFinish.REJECTED
        return any(not self.objection(card) and not (last and self.is_special(card)) for card in self.hand)

    def can_draw(self) -> bool:
        """A8, A9: the stock, or the pile but its top card."""
        return bool(self.s.stock) or len(self.s.pile) > 1

    def draw(self) -> Answer:
        if self.table.pending:
            return ACCEPTED
        if self.game.draw == DrawRule.UNTIL_PLAYABLE:
            if self.can_play():
                return {Refusal.MUST_PLAY}
        elif self.table.drawn:
            return {Refusal.ALREADY_DREW}
        return ACCEPTED if self.can_draw() else {Refusal.NOTHING_TO_DRAW}

    def pass_turn(self) -> Answer:
        if self.table.pending:
            return {Refusal.MUST_EVADE_OR_DRAW}
        if self.game.draw == DrawRule.UNTIL_PLAYABLE:
            if self.can_play():
                return {Refusal.MUST_PLAY}
        elif self.table.drawn or self.game.pass_without_draw:
            return ACCEPTED
        return {Refusal.MUST_DRAW_FIRST} if self.can_draw() else ACCEPTED

    def challenge(self) -> Answer:
        """A30."""
        last = self.s.last_play
        doubtful = (
            self.game.joker_play == JokerPlay.CHALLENGEABLE
            and self.table.pending > 0
            and last is not None
            and set(last.cards) == {JOKER}
            and not last.starter
            and last.pending_before == 0
            and _active(self.s, last.seat)
        )
        return ACCEPTED if doubtful else {Refusal.NOTHING_TO_CHALLENGE}


# Claims


def awaited(s: State) -> list[int]:
    """C14, A23, A26."""
    claims = s.claims
    assert claims is not None
    game = s.match.rules.game
    contested = isinstance(game, AmericanPageOneRules) and (game.dobon.dobon_return == DobonReturn.CONTESTED)
    asked = []
    for seat in range(len(s.hands)):
        claimed = any(dobon.seat == seat for dobon in claims.dobons)
        if not _active(s, seat) or claimed or seat in claims.answered:
            continue
        if claims.level == 1 and seat == s.turn:
            continue
        if claims.level > 1 and contested and seat != s.turn:
            continue
        asked.append(seat)
    return asked


def _answer(s: State, action: Dobon | Waive) -> Answer:
    seat = action.seat
    if s.phase != Phase.CLAIMS or s.claims is None or s.last_play is None:
        return {Refusal.WRONG_PHASE}
    if not _active(s, seat):
        return {Refusal.SEAT_NOT_PLAYING}
    if seat not in awaited(s):
        before = seat in s.claims.answered or any(dobon.seat == seat for dobon in s.claims.dobons)
        if before:
            return {Refusal.ALREADY_ANSWERED}
        return {Refusal.NO_DOBON if isinstance(action, Dobon) else Refusal.WRONG_PHASE}
    if isinstance(action, Waive):
        return ACCEPTED
    hand = s.hands[seat]
    wrong_cards = bool(action.cards) and sorted(action.cards) != list(hand)
    if not hand:
        return {Refusal.NO_DOBON, Refusal.CARD_NOT_IN_HAND} if wrong_cards else {Refusal.NO_DOBON}
    if wrong_cards:
        return {Refusal.CARD_NOT_IN_HAND}
    return ACCEPTED if _strikes(s, action) else {Refusal.NO_DOBON}


def _strikes(s: State, action: Dobon) -> bool:
    """A23, A26."""
    game, claims, last = s.match.rules.game, s.claims, s.last_play
    assert claims is not None
    assert last is not None
    if not isinstance(game, AmericanPageOneRules) or not game.dobon.enabled:
        return False
    total = sum(rank_of(card) for card in s.hands[action.seat])
    if claims.level == 1:
        return action.against == last.seat and total == rank_of(last.cards[-1])
    before = {dobon.seat: dobon for dobon in claims.dobons if dobon.level == claims.level - 1}
    if game.dobon.dobon_return == DobonReturn.CONTESTED:
        return action.against == min(before) and total == rank_of(last.cards[-1])
    if action.against not in before:
        return False
    return total == rank_of(before[action.against].cards[-1])


def _call_out(s: State, action: CallOut) -> Answer:
    """C17, C18, L1."""
    nothing = {int(Refusal.NOTHING_TO_CALL_OUT)}
    if s.phase not in (Phase.TURN, Phase.CLAIMS):
        return {Refusal.WRONG_PHASE}
    if s.left[action.seat]:
        return {Refusal.SEAT_NOT_PLAYING}
    rules = s.match.rules
    offender = action.offender
    if offender == action.seat or not _active(s, offender):
        return nothing
    dobons = s.claims.dobons if s.claims else ()
    if action.offense == Offense.TABLE_TALK:
        claimed = any(dobon.seat == offender for dobon in dobons)
        return ACCEPTED if rules.penalties.table_talk and s.hands[offender] and not claimed else nothing
    last = s.last_play
    if last is None or last.starter or last.seat != offender or dobons:
        return nothing
    if not _is_noticed_by_players(rules, action.offense):
        return nothing
    if action.offense in last.offenses:
        return ACCEPTED
    may_err = (
        rules.penalties.false_call_out > 0
        and _active(s, action.seat)
        and s.hands[action.seat]
        and _penalty_can_be_drawn(s)
    )
    return ACCEPTED if may_err else nothing


def _is_noticed_by_players(rules: Rules, offense: int) -> bool:
    if offense == Offense.MISSED_CALL:
        words = rules.calls.penultimate or rules.calls.last
        left = rules.calls.missed == MissedCall.WHEN_CALLED_OUT
        return bool(left and words and rules.penalties.missed_call)
    game = rules.game
    return isinstance(game, AmericanPageOneRules) and (game.illegal_play == IllegalPlay.WHEN_CALLED_OUT)


def _penalty_can_be_drawn(s: State) -> bool:
    """A8, P13, C16: with a last play that can still be claimed against."""
    if s.stock:
        return True
    game, last = s.match.rules.game, s.last_play
    assert last is not None
    if isinstance(game, PageOneRules):
        return game.stock_out == StockOut.RESHUFFLE and len(s.pile) > 0
    assert isinstance(game, AmericanPageOneRules)
    kept = len(last.cards)
    illegal = game.illegal_play == IllegalPlay.WHEN_CALLED_OUT and _active(s, last.seat)
    if illegal or (s.phase == Phase.CLAIMS and game.dobon.enabled):
        kept += 1
    return len(s.pile) > kept
