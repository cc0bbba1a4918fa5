"""Random rules, random matches, and the properties that every one of them must keep: shared by tests and soak.

Everything follows from a seed: the same seed plays the same match. ``Player`` plays one, checks cheap properties at
every step and dear ones at a sample of the steps, and counts what was reached.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import permutations, product

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
from pageone_engine.cards import JOKER, ONE, RANK_OF, remove_all
from pageone_engine.claims import awaited
from pageone_engine.engine import apply, create_match, undoable
from pageone_engine.events import (
    CardsDealt,
    CardsDrawn,
    Event,
    HandShown,
    MatchEnded,
    RoundEnded,
    StarterTurned,
)
from pageone_engine.game import game_of
from pageone_engine.listing import Legal, legal_actions
from pageone_engine.notation import action_text, rules_text, state_text
from pageone_engine.refusals import InvalidError, Refusal, RefusedError, StaleError
from pageone_engine.rules import (
    AmericanPageOneRules,
    Calls,
    CardPoints,
    DobonRules,
    PageOneRules,
    Penalties,
    Rules,
    Specials,
)
from pageone_engine.rules_check import seat_range, validate_rules
from pageone_engine.state import Discard, Match, State, View
from pageone_engine.state_check import validate_state, validate_view
from pageone_engine.terms import (
    DobonReturn,
    DrawRule,
    Evasion,
    IllegalPlay,
    JokerPlay,
    MissedCall,
    Offense,
    Phase,
    RoundEnd,
    RoundOutcome,
    Scoring,
    SpecialFinish,
    Starter,
    StockOut,
    members,
    name_of,
)
from pageone_engine.view import redact, state_of, view

from tests.engine.fold import begin, fold
from tests.engine.model import compare
from tests.engine.oracle import expected

Viewer = int | None


class ViolationError(AssertionError):
    """A property that did not hold; the message says which."""


def require(holds: object, what: str | Callable[[], str]) -> None:
    """Raise :class:`ViolationError` unless ``holds``."""
    if not holds:
        raise ViolationError(what if isinstance(what, str) else what())


# Rules


def random_rules(rng: random.Random) -> tuple[Rules, int]:
    """Rules without a fault, and seats that they can be dealt to: every option comes up."""
    while True:
        rules = _draft(rng)
        if validate_rules(rules):
            continue
        low, high = seat_range(rules)
        if low:
            return rules, rng.choice([low, min(low + 1, high), rng.randint(low, high)])


def _draft(rng: random.Random) -> Rules:
    american = rng.random() < 0.65
    last_standing = rng.random() < 0.45
    decks = rng.choice((1, 1, 1, 2, 2, 3))
    penalties = [rng.choice((0, 1, 1, 2, 2, 2, 2, 3, 5, 20)) for _ in range(5)]
    return Rules(
        name="random",
        rounds=rng.choice((1, 1, 1, 2, 3)),
        decks=decks,
        jokers=rng.choice((0, 1, 2, 2, 4, 8, 14)) if american else rng.choice((0, 1, 1, 2)),
        hand_size=rng.choice((0, 0, 1, 2, 2, 3, 4, 5, 7, 10, 20)),
        turn_limit=rng.choice((1, 2, 5, 20, 60, 120, 200, 500)),
        round_end=RoundEnd.LAST_STANDING if last_standing else RoundEnd.FIRST_OUT,
        next_dealer=rng.choice((1, 2)),
        calls=Calls(
            rng.choice(("", "ページワン", "one")),
            rng.choice(("", "ストップ", "stop")),
            rng.choice((MissedCall.PENALIZED, MissedCall.WHEN_CALLED_OUT)),
        ),
        penalties=Penalties(*penalties),
        scoring=Scoring.PLACEMENT if last_standing else rng.choice((1, 2)),
        card_points=CardPoints(*(rng.choice((0, 1, 10, 20, 50, 1000)) for _ in range(5))),
        game=_american(rng) if american else PageOneRules(rng.choice((1, 2, 3)), rng.random() < 0.5),
    )


def _american(rng: random.Random) -> AmericanPageOneRules:
    ranks = rng.sample(range(1, 14), 5)
    absent = rng.choice((0.0, 0.0, 0.3, 0.9))
    specials = [0 if rng.random() < absent else rank for rank in ranks]
    dobon = rng.random() < 0.5
    returns = rng.choice((1, 2, 2, 3, 3)) if dobon else DobonReturn.OFF
    until = rng.random() < 0.3
    return AmericanPageOneRules(
        specials=Specials(*specials),
        evasion=rng.choice((Evasion.SAME_RANK, Evasion.LINKED, Evasion.NONE)),
        sets=rng.random() < 0.5,
        special_finish=rng.choice((1, 2, 3)),
        draw=DrawRule.UNTIL_PLAYABLE if until else rng.choice((1, 2)),
        pass_without_draw=not until and rng.random() < 0.4,
        starter=rng.choice((Starter.DEALER, Starter.NEUTRAL, Starter.PLAIN)),
        illegal_play=rng.choice((IllegalPlay.REJECTED, IllegalPlay.WHEN_CALLED_OUT)),
        joker_play=rng.choice((1, 2, 3)),
        dobon=DobonRules(dobon, dobon and rng.random() < 0.5, returns),
        two_seat_reverse_skips=rng.random() < 0.5,
    )


_TERMS = {
    "round_end": RoundEnd,
    "missed": MissedCall,
    "scoring": Scoring,
    "stock_out": StockOut,
    "evasion": Evasion,
    "special_finish": SpecialFinish,
    "draw": DrawRule,
    "starter": Starter,
    "illegal_play": IllegalPlay,
    "joker_play": JokerPlay,
    "dobon_return": DobonReturn,
}


def option_values(rules: object, path: str = "") -> Iterator[str]:
    """Every option of the rules as ``path=value``; numbers only as set or not."""
    for entry in fields(rules):  # type: ignore[arg-type]
        value = getattr(rules, entry.name)
        name = f"{path}{entry.name}"
        if hasattr(value, "__dataclass_fields__"):
            kind = type(value).__name__ + "." if entry.name == "game" else name + "."
            yield from option_values(value, kind)
        elif entry.name in _TERMS and not path.startswith("penalties"):
            yield f"{name}={name_of(_TERMS[entry.name], value)}"
        elif isinstance(value, bool) or entry.name in ("rounds", "decks", "next_dealer"):
            yield f"{name}={value}"
        elif entry.name != "name":
            yield f"{name}={'set' if value else 'none'}"


def all_option_values() -> list[str]:
    """Every value that :func:`option_values` can name, but the numbers that rules cannot lack."""
    dobon_on = DobonRules(enabled=True, on_starter=True)
    whole = (
        Rules(calls=Calls(), game=PageOneRules()),
        Rules(game=AmericanPageOneRules(dobon=dobon_on)),
    )
    names: set[str] = set()
    for rules in whole:
        for option in option_values(rules):
            path, _, value = option.partition("=")
            field_name = path.rpartition(".")[2]
            if field_name in _TERMS and not path.startswith("penalties"):
                names |= {f"{path}={name}" for name in members(_TERMS[field_name])}
            elif value in ("True", "False"):
                names |= {f"{path}=True", f"{path}=False"}
            elif field_name in ("rounds", "decks"):
                names |= {f"{path}={number}" for number in (1, 2, 3)}
            elif field_name == "next_dealer":
                names |= {f"{path}={number}" for number in (1, 2)}
            elif field_name != "turn_limit":
                names |= {f"{path}=set", f"{path}=none"}
    names = {name for name in names if not name.endswith("UNSPECIFIED")}
    return sorted(names)


# Random actions


_CALLS = (0, 0, 1, 2)


def listed_action(state: State, rng: random.Random) -> Action | None:
    """Something that is listed for a seat that is to act, or what the host does."""
    if state.phase == Phase.ROUND_OVER:
        return StartRound()
    last = state.last_play
    if last is not None and last.offenses and rng.random() < 0.3:
        return CallOut(rng.randrange(len(state.hands)), last.seat, rng.choice(last.offenses))
    if state.phase == Phase.CLAIMS:
        if rng.random() < 0.05:
            return CloseClaims()
        if rng.random() < (0.1 if state.claims and state.claims.dobons else 0.005):
            return Leave(rng.choice((state.turn, rng.randrange(len(state.hands)))))
        seat = rng.choice(awaited(state))
    elif isinstance(state.table, Discard) and not state.table.suit and rng.random() < 0.3:
        return Leave(state.turn)
    elif rng.random() < 0.06:
        seat = rng.randrange(len(state.hands))
    else:
        seat = state.turn
    actions = legal_actions(state, seat).actions
    if not actions:
        return None
    if isinstance(actions[0], Dobon) and rng.random() < 0.8:
        return actions[0]
    return _prefer(state, actions, rng)


def _prefer(state: State, actions: list[Action], rng: random.Random) -> Action:
    """Mostly plays, and call-outs of what is really open: rounds never end otherwise."""
    if rng.random() < 0.6:
        plays = [action for action in actions if isinstance(action, Play)]
        if plays:
            return rng.choice(plays)
    action = rng.choice(actions)
    if isinstance(action, CallOut) and rng.random() < 0.7:
        last = state.last_play
        if last is None or action.offense not in last.offenses:
            return actions[0]
    return action


def odd_action(state: State, rng: random.Random, seat: int | None = None) -> Action:
    """Something that may or may not be allowed: unlisted, of the wrong seat, garbage; of ``seat``, when it is given."""
    seats = len(state.hands)
    if seat is None:
        seat = state.turn if rng.random() < 0.6 else rng.randrange(seats)
    version = rng.choice((None, None, None, state.version, state.version + 1, 0))
    hand = state.hands[seat]
    kind = rng.random()
    if kind < 0.55:
        return Play(seat, _some_cards(hand, rng), rng.choice((0, 0, 1, 2, 3, 4)), rng.choice(_CALLS))
    other = rng.randrange(seats)
    makers: tuple[Callable[[], Action], ...] = (
        lambda: CallOut(seat, other, rng.choice((1, 2, 3, 3)), version),
        lambda: CallOut(seat, state.turn, 3, version),
        lambda: Dobon(seat, other, _shuffled(hand, rng) if rng.random() < 0.5 else b"", version),
        lambda: Draw(seat, version),
        lambda: Pass(seat, version),
        lambda: NameSuit(seat, rng.randrange(5), version),
        lambda: Challenge(seat, version),
        lambda: Waive(seat, version),
        lambda: CloseClaims(seat, version),
        lambda: StartRound(seat, version),
        lambda: Leave(seat, version) if rng.random() < 0.5 else Draw(seat, version),
        lambda: _garbage(state, seat, rng),
    )
    return rng.choice(makers)()


def _some_cards(hand: bytes, rng: random.Random) -> bytes:
    if not hand or rng.random() < 0.05:
        return bytes(rng.randrange(60) for _ in range(rng.randrange(4)))
    card = rng.choice(hand)
    if rng.random() < 0.6:
        return ONE[card]
    same = [other for other in hand if RANK_OF[other] == RANK_OF[card]]
    rng.shuffle(same)
    return bytes(same[: rng.randint(1, len(same))])


def _shuffled(hand: bytes, rng: random.Random) -> bytes:
    return bytes(rng.sample(hand, len(hand)))


def _garbage(state: State, seat: int, rng: random.Random) -> Action:
    number = rng.choice((-1, 8, 99, 2**32, 2**40))
    return rng.choice(
        (
            Draw(number),
            Play(seat, bytes((0, 54, 255)), 0, 0),
            Play(seat, bytes(300), 9, 7),
            Play(seat, state.hands[seat][:1], number, 0),
            Play(seat, state.hands[seat][:1], 0, number),
            CallOut(seat, number, 1),
            CallOut(seat, 0, number),
            Dobon(seat, number),
            NameSuit(seat, number),
            Draw(seat, number),
        )
    )


def rearranged(state: State, rng: random.Random) -> State | None:
    """The state with a hand dealt anew so that something rare can happen; ``None``: nothing to arrange.

    An awaited seat gets a hand that can dobon; in a turn of Page One a seat gets a Joker alone, or a stock runs out.
    Hidden cards only: what comes out is a state that could have been dealt.
    """
    if state.phase == Phase.CLAIMS and state.match.book.dobon:
        return _for_dobon(state, rng)
    if state.phase == Phase.TURN and not state.table.drawn and state.stock:
        return _small_hand(state, rng)
    return None


def _for_dobon(state: State, rng: random.Random) -> State | None:
    claims, last = state.claims, state.last_play
    seat = rng.choice(awaited(state))
    if claims is None or last is None or not state.hands[seat]:
        return None
    struck = [dobon.cards[-1] for dobon in claims.dobons if dobon.level == claims.level - 1]
    card = rng.choice(struck) if struck and state.match.book.returns_last_laid else last.cards[-1]
    wanted = RANK_OF[card]
    free = state.hands[seat] + state.stock
    singles = [bytes((one,)) for one in free if RANK_OF[one] == wanted]
    pairs = [
        bytes(sorted((one, two)))
        for one, two in (rng.sample(free, 2) for _ in range(40 if len(free) > 1 else 0))
        if RANK_OF[one] + RANK_OF[two] == wanted
    ]
    hands = [rng.choice(kind) for kind in (singles, pairs) if kind]
    return _redealt(state, seat, rng.choice(hands), rng) if hands else None


def _small_hand(state: State, rng: random.Random) -> State | None:
    seat = state.turn
    free = state.hands[seat] + state.stock
    joker = bytes((JOKER,))
    if rng.random() < 0.25:
        # The stock runs dry.
        other = state.copy()
        keeper = rng.choice([seat for seat, hand in enumerate(state.hands) if hand])
        other.hands[keeper] = bytes(sorted(state.hands[keeper] + state.stock))
        other.stock = b""
        return other
    if JOKER in free and rng.random() < 0.3:
        return _redealt(state, seat, joker, rng)
    return _redealt(state, seat, bytes(sorted(rng.sample(free, min(len(free), 2)))), rng)


def _redealt(state: State, seat: int, hand: bytes, rng: random.Random) -> State:
    other = state.copy()
    rest = list(remove_all(bytes(sorted(state.hands[seat] + state.stock)), hand))
    rng.shuffle(rest)
    other.hands[seat] = hand
    other.stock = bytes(rest)
    return other


def play_on(state: State, rng: random.Random, most: int = 3000) -> None:
    """Play any state that validation accepts to the end of its match; every state on the way must be accepted, too."""
    for _ in range(most):
        if state.phase == Phase.MATCH_OVER:
            return
        check_can_act(state)
        odd = rng.random() < 0.1
        action = None if odd else listed_action(state, rng)
        try:
            state, _ = apply(state, action or odd_action(state, rng))
        except (RefusedError, InvalidError, StaleError):
            continue
        faults = validate_state(state)
        if faults:
            raise ViolationError(f"validation let pass what leads to {faults}")


# Properties of one state


def check_can_act(state: State) -> None:
    """C28: as long as the match is not over, somebody can act (the host's turn counts)."""
    if state.phase == Phase.MATCH_OVER:
        return
    if state.phase == Phase.ROUND_OVER:
        apply(state, StartRound())
        return
    seats = [state.turn] if state.phase == Phase.TURN else awaited(state)
    require(seats, "C28: nobody is awaited in CLAIMS")
    for seat in seats:
        actions = [a for a in legal_actions(state, seat).actions if not isinstance(a, CallOut)]
        require(actions, f"C28: seat {seat} is to act and has nothing to do")


def every_action(state: State) -> Iterator[Action]:
    """Every form of action that could be accepted in this state, of every seat (L1, L2)."""
    for seat, hand in enumerate(state.hands):
        for cards in _card_rows(state, hand):
            for suit, call in product(range(5), range(3)):
                yield Play(seat, cards, suit, call)
        yield Draw(seat)
        yield Pass(seat)
        yield Challenge(seat)
        yield Waive(seat)
        yield Leave(seat)
        for suit in range(5):
            yield NameSuit(seat, suit)
        for other in range(len(state.hands)):
            yield Dobon(seat, other)
            yield Dobon(seat, other, hand[::-1])
            for offense in (1, 2, 3):
                yield CallOut(seat, other, offense)
    yield CloseClaims()
    yield StartRound()


def _card_rows(state: State, hand: bytes) -> Iterator[bytes]:
    for card in dict.fromkeys(hand):
        yield ONE[card]
    if not state.match.book.american:
        yield hand[:2]
        return
    for rank in dict.fromkeys(RANK_OF[card] for card in hand):
        group = [card for card in hand if RANK_OF[card] == rank][:4]
        for size in range(2, len(group) + 1):
            yield from {bytes(row) for row in permutations(group, size)}
    if len(hand) > 1:
        yield bytes((hand[0], hand[-1]))


def check_listing(state: State, limit: int = 4000) -> None:
    """L1, L2: what is listed is accepted and nothing else is, but for what L2 names; R1, L3: the refusals fit."""
    listed = [legal_actions(state, seat) for seat in range(len(state.hands))]
    sets: set[Action] = set()
    for legal in listed:
        require(len(set(legal.actions)) == len(legal.actions), "L1: an action is listed twice")
        sets |= set(legal.actions)
        for action in legal.actions:
            outcome = outcome_of(state, action)
            fine = outcome == 0 or (isinstance(action, CallOut) and outcome == Refusal.NOTHING_TO_CALL_OUT)
            if not fine:
                raise ViolationError(f"L1: {action} is listed but refused ({outcome})")
    _check_reasons(state, listed)
    keys = {_set_key(action): action for action in sets if isinstance(action, Play)}
    for number, action in enumerate(every_action(state)):
        if number > limit:
            break
        outcome, deserved = outcome_of(state, action), expected(state, action)
        if outcome not in deserved:
            raise ViolationError(f"R1: {action} ends as {outcome}, not as {deserved}")
        accepted = action not in sets and outcome == 0
        if accepted and not _may_be_unlisted(state, action, keys):
            raise ViolationError(f"L2: {action} is accepted but not listed")


def _check_reasons(state: State, listed: list[Legal]) -> None:
    for seat, legal in enumerate(listed):
        plays = [action for action in legal.actions if isinstance(action, Play)]
        played = {card for action in plays for card in action.cards}
        refused = legal.refused
        cards = [card for card, _ in refused]
        expected = [card for card in sorted(set(state.hands[seat])) if card not in played]
        require(cards == expected, f"L3: refused cards of seat {seat}: {cards}, not {expected}")
        require(all(reason for _, reason in refused), f"L3: a card of seat {seat} has no reason")


def _set_key(play: Play) -> tuple[object, ...]:
    return (play.seat, bytes(sorted(play.cards)), play.cards[-1], play.suit)


def _may_be_unlisted(state: State, action: Action, listed: Mapping[tuple[object, ...], Action]) -> bool:
    if isinstance(action, Leave | CloseClaims | StartRound):
        return True
    if isinstance(action, CallOut):
        return action.offense == Offense.TABLE_TALK
    if isinstance(action, Dobon):
        return bool(action.cards)
    if isinstance(action, Play):
        like = listed.get(_set_key(action))
        if isinstance(like, Play) and action.call in (0, like.call):
            return True
        return _is_illegal_play(state, action)
    return False


def _is_illegal_play(state: State, action: Play) -> bool:
    """Whether it became an open offense (A21): looked up where the engine notes it."""
    if not state.match.book.illegal_called_out:
        return False
    return Offense.ILLEGAL_PLAY in _offenses_at_play(state, action)


def _offenses_at_play(state: State, action: Play) -> tuple[int, ...]:
    copy = state.copy()
    copy.hands[action.seat] = remove_all(copy.hands[action.seat], action.cards)
    game_of(copy).lay(copy, action)
    require(copy.last_play is not None, "S1: a play sets last_play")
    assert copy.last_play is not None
    return copy.last_play.offenses


def outcome_of(state: State, action: Action) -> int:
    """0: accepted; else the Refusal (−1: malformed, −2: stale)."""
    try:
        apply(state, action)
    except RefusedError as refused:
        return refused.refusal
    except InvalidError:
        return -1
    except StaleError:
        return -2
    return 0


# Folding, views


def viewers(state: State) -> list[Viewer]:
    """Everybody who can look."""
    return [None, *range(len(state.hands))]


def check_views(state: State) -> None:
    """C29: views are valid, hold no hidden card, and list what the state lists."""
    for viewer in viewers(state):
        seen = view(state, viewer)
        faults = validate_view(seen)
        if faults:
            raise ViolationError(f"a view of {viewer} is refused: {faults}")
        if viewer is not None:
            require(
                legal_actions(state_of(seen), viewer) == legal_actions(state, viewer),
                f"C30: the legal actions of {viewer} need more than its view",
            )


# Non-interference


@dataclass
class _Hidden:
    """What a viewer cannot see, put differently."""

    state: State
    same_offenses: bool


def permuted(state: State, viewer: Viewer, rng: random.Random) -> _Hidden | None:
    """A state that differs from ``state`` only in what ``viewer`` may not see; ``None``: no valid one was found."""
    for _ in range(12):
        other = _permute(state, viewer, rng)
        if not validate_state(other):
            same = state.last_play == other.last_play
            return _Hidden(other, same)
    return None


def _permute(state: State, viewer: Viewer, rng: random.Random) -> State:
    other = state.copy()
    if state.phase != Phase.MATCH_OVER:
        match = state.match
        entropy = tuple(rng.randbytes(rng.randrange(5)) for _ in range(rng.randrange(3)))
        other.match = Match(match.match_id, match.rules, match.seats, rng.randbytes(32), entropy, match.seed_commitment)
    open_hands = {dobon.seat for dobon in state.claims.dobons} if state.claims else set()
    hidden = [seat for seat in range(len(state.hands)) if seat != viewer and seat not in open_hands]
    cards = list(state.stock + b"".join(state.hands[seat] for seat in hidden))
    rng.shuffle(cards)
    at = 0
    for seat in hidden:
        size = len(state.hands[seat])
        other.hands[seat] = bytes(sorted(cards[at : at + size]))
        at += size
    other.stock = bytes(cards[at:])
    if state.table.drawn and state.turn != viewer:
        other.table.drawn = rng.choice(other.hands[state.turn])
    last = state.last_play
    if last is not None and rng.random() < 0.7:
        offenses = tuple(offense for offense in (1, 2) if rng.random() < 0.5)
        other.last_play = replace(last, offenses=offenses)
    return other


_REVEALING = (RoundEnded, MatchEnded, HandShown, StarterTurned)


def _public_part(events: list[Event], viewer: Viewer) -> list[Event]:
    """What a viewer gets until something hidden is shown by right; its own new cards are left out."""
    seen: list[Event] = []
    for event in events:
        if isinstance(event, _REVEALING):
            seen.append(type(event))  # type: ignore[arg-type]
            break
        told = redact(event, viewer)
        if isinstance(told, CardsDrawn | CardsDealt) and told.seat == viewer:
            told = replace(told, cards=b"")
        seen.append(told)
    return seen


def check_interference(
    state: State,
    viewer: Viewer,
    rng: random.Random,
    bots: Callable[[View], object] | None = None,
) -> bool:
    """C30: a viewer's view, actions, refusals and events do not depend on what it may not see; whether it was tried."""
    hidden = permuted(state, viewer, rng)
    if hidden is None:
        return False
    other = hidden.state
    seen, also = view(state, viewer), view(other, viewer)
    require(seen == also, "C30: two views differ")
    if viewer is not None:
        require(
            legal_actions(state, viewer) == legal_actions(other, viewer),
            "C30: legal actions differ",
        )
        if bots:
            require(bots(seen) == bots(also), "C30: bots' moves differ")
        _compare_own_actions(state, hidden, viewer, rng)
    _compare_others_actions(state, other, viewer, rng)
    return True


def _compare_own_actions(state: State, hidden: _Hidden, viewer: int, rng: random.Random) -> None:
    chosen = legal_actions(state, viewer).actions[:30]
    chosen += [odd_action(state, rng, viewer) for _ in range(25)]
    for action in chosen:
        asks = isinstance(action, CallOut) and action.offense != Offense.TABLE_TALK
        if asks and not hidden.same_offenses:
            continue
        _compare(state, hidden.state, action, viewer, own=True)


def _compare_others_actions(state: State, other: State, viewer: Viewer, rng: random.Random) -> None:
    for _ in range(30):
        action = odd_action(state, rng)
        if action.seat == viewer:
            continue
        asks = isinstance(action, CallOut) and action.offense != Offense.TABLE_TALK
        # A dobon that leaves its cards to the engine shows a hand that differs.
        shows = isinstance(action, Dobon) and not action.cards
        if not (asks or shows):
            _compare(state, other, action, viewer, own=False)


def _compare(state: State, other: State, action: Action, viewer: Viewer, own: bool) -> None:
    first, second = outcome_of(state, action), outcome_of(other, action)
    if own:
        require(first == second, lambda: f"C30: {action} ends as {first} and as {second}")
    if first or second:
        return
    events, others = apply(state, action)[1], apply(other, action)[1]
    told, also = _public_part(events, viewer), _public_part(others, viewer)
    require(told == also, lambda: f"C30: {action} tells {viewer}: {told}\n and {also}")


# Matches


@dataclass
class Counts:
    """What a run has reached."""

    matches: int = 0
    actions: int = 0
    refused: int = 0
    rounds: int = 0
    folded: int = 0
    compared: int = 0
    listed: int = 0
    modelled: int = 0
    incomparable: int = 0
    rearranged: int = 0
    refusals: Counter[int] = field(default_factory=Counter)
    outcomes: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    options: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Counts") -> None:
        """Add another run's counts."""
        for entry in fields(self):
            mine, theirs = getattr(self, entry.name), getattr(other, entry.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, entry.name, mine + theirs)


#: Events that are rare and change much: every step with one is folded.
_TELLING = frozenset({"cards_returned", "seat_left", "dobon_voided", "challenge_settled", "table_taken"})


class Player:
    """Plays one random match and checks it; ``transcript`` says how to come to where it failed."""

    def __init__(
        self,
        seed: int,
        counts: Counts,
        *,
        dear: float = 0.01,
        listing: float = 0.2,
        odd: float = 0.1,
        redeal: float = 0.02,
        modelled: float = 0.2,
        table: tuple[Rules, int] | None = None,
        bots: Callable[[View], object] | None = None,
    ) -> None:
        self.rng = random.Random(seed)
        self.counts = counts
        self.dear = dear
        self.listing = listing
        self.odd = odd
        self.redeal = redeal
        self.modelled = modelled
        self.bots = bots
        self.rules, self.seats = table or random_rules(self.rng)
        self.match_seed = self.rng.randbytes(32)
        self.entropy = tuple(
            self.rng.randbytes(self.rng.randrange(65)) for _ in range(self.rng.choice((0, 0, 0, 2, 8)))
        )
        self.dealer = self.rng.choice((None, self.rng.randrange(self.seats)))
        self.actions: list[Action | str] = []
        self.states: list[State] = []
        self.keep = False
        self.state: State
        self.last: Action | None = None
        self.turns_without = 0

    def play(self) -> State:
        """To the end of the match."""
        counts = self.counts
        counts.matches += 1
        counts.options.update(option_values(self.rules))
        self.state, events = create_match(
            self.rules,
            self.seats,
            self.match_seed,
            entropy=self.entropy,
            first_dealer=self.dealer,
            match_id="soak",
        )
        self.check_state(self.state)
        for viewer in viewers(self.state):
            told = [redact(event, viewer) for event in events]
            require(begin(told, viewer) == view(self.state, viewer), "folding a new match")
        while self.state.phase != Phase.MATCH_OVER:
            self.step()
        check_result(self.state)
        return self.state

    def step(self) -> None:
        """One action, accepted or not."""
        rng = self.rng
        claims = self.state.claims
        if rng.random() < (0.4 if claims and claims.dobons else self.redeal):
            self.rearrange()
        state = self.state
        dear = rng.random() < self.dear
        if dear:
            self.check_dearly(state)
        action = None
        if rng.random() < self.odd:
            action = odd_action(state, rng)
        action = action or listed_action(state, rng) or odd_action(state, rng)
        self.last = action
        before = state.copy()
        try:
            after, events = apply(state, action)
        except RefusedError as error:
            self.counts.refused += 1
            self.counts.refusals[error.refusal] += 1
            require(state == before, "a refused action changed the state")
            return
        except (InvalidError, StaleError):
            self.counts.refused += 1
            require(state == before, "a malformed action changed the state")
            return
        if dear:
            require(state == before, "apply changed its input")
            again, same = apply(state, action)
            require((again, same) == (after, events), "the same call gave something else")
        self.actions.append(action)
        self.count(action, events)
        self.check_step(state, after, events, action, dear)
        self.state = after
        self.last = None

    def rearrange(self) -> None:
        """Deal hidden cards anew so that something rare can happen: only a state that validation accepts."""
        other = rearranged(self.state, self.rng)
        if other is not None and not validate_state(other):
            self.counts.rearranged += 1
            self.actions.append(f"dealt anew: {[list(hand) for hand in other.hands]}")
            self.state = other

    def count(self, action: Action, events: list[Event]) -> None:
        """Keep the statistics."""
        counts = self.counts
        counts.actions += 1
        counts.kinds[action.kind] += 1
        for event in events:
            counts.events[event.kind] += 1
            if isinstance(event, RoundEnded):
                counts.rounds += 1
                counts.outcomes[event.outcome] += 1
                check_points(self.rules, event)

    def check_step(self, before: State, after: State, events: list[Event], action: Action, dear: bool) -> None:
        """Cheap properties of every step; folding for a sample."""
        require(after.version == before.version + 1, "C26: one action, one version")
        self.check_state(after)
        if dear or self.rng.random() < self.modelled:
            self.counts.modelled += 1
            wrong = compare(before, action, after, events)
            require(not wrong, lambda: f"another reading of the rules differs: {wrong}")
        if undoable(action, events):
            require(
                after.stock == before.stock and after.shuffles == before.shuffles,
                "an undoable action drew or shuffled",
            )
        if dear or any(event.kind in _TELLING for event in events):
            self.check_fold(before, after, events)

    def check_fold(self, before: State, after: State, events: list[Event]) -> None:
        """API: a viewer's old view and its events make its new view."""
        self.counts.folded += 1
        for viewer in viewers(before):
            told = [redact(event, viewer) for event in events]
            folded, seen = fold(view(before, viewer), told), view(after, viewer)
            if folded != seen:
                raise ViolationError(f"folding for {viewer}: {differences(folded, seen)}; {told}")

    def check_state(self, state: State) -> None:
        """The pack, the hands' order, and everything else that validation knows."""
        faults = validate_state(state)
        require(not faults, lambda: f"a reached state is refused: {faults}")
        if self.keep:
            self.states.append(state)

    def check_dearly(self, state: State) -> None:
        """Listing, views, and non-interference for one viewer."""
        check_can_act(state)
        if self.rng.random() < self.listing:
            self.counts.listed += 1
            check_listing(state)
        check_views(state)
        viewer = self.rng.choice(viewers(state))
        if check_interference(state, viewer, self.rng, self.bots):
            self.counts.compared += 1
        else:
            self.counts.incomparable += 1

    def transcript(self) -> str:
        """How to come to where it failed."""
        told = (
            action if isinstance(action, str) else f"{number}: {action_text(action)}"
            for number, action in enumerate(self.actions)
        )
        return "\n".join(
            [
                rules_text(self.rules),
                f"seats {self.seats} seed {self.match_seed.hex()} dealer {self.dealer}",
                f"entropy {[entry.hex() for entry in self.entropy]}",
                *told,
                f"then {self.last}",
                state_text(self.state),
                f"{self.state}",
            ]
        )


def reached_states(seed: int, redeal: float = 0.1) -> list[State]:
    """Every state of one random match."""
    player = Player(seed, Counts(), dear=0, redeal=redeal)
    player.keep = True
    player.play()
    return player.states


def differences(one: object, other: object) -> str:
    """The fields in which two of a kind differ."""
    return ", ".join(
        f"{entry.name}: {getattr(one, entry.name)!r} instead of {getattr(other, entry.name)!r}"
        for entry in fields(one)  # type: ignore[arg-type]
        if getattr(one, entry.name) != getattr(other, entry.name)
    )


def check_points(rules: Rules, event: RoundEnded) -> None:
    """C21: American FIRST_OUT with one winner sums to zero; C19, C23: places and points fit the outcome."""
    winners = [result for result in event.results if result.place == 1]
    if event.outcome != RoundOutcome.WON:
        require(
            not any(result.points or result.place for result in event.results),
            "C23: a void round scores",
        )
        return
    require(winners, "C19: a won round without a winner")
    if rules.round_end == RoundEnd.FIRST_OUT and isinstance(rules.game, AmericanPageOneRules):
        lost = -sum(result.points for result in event.results if result.place != 1)
        require(lost >= 0, "C21: a loser gains")
        require(all(winner.points == lost for winner in winners), "C21: each winner gains all")
        if len(winners) == 1:
            require(sum(r.points for r in event.results) == 0, "C21: points sum to zero")


def check_result(state: State) -> None:
    """C10: the match ended for a reason."""
    staying = state.left.count(False)
    require(state.round == state.match.rules.rounds or staying < 2, "C10: the match ended too early")
