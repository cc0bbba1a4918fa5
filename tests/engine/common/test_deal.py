"""Cards, seats, shuffles and the deal (C1 to C9), recomputed here from the clauses."""

from hashlib import sha256, shake_256
from typing import Any

import pytest
from pageone_engine import InvalidError, apply, create_match, validate_rules
from pageone_engine.actions import Leave, StartRound
from pageone_engine.events import CardsDealt, MatchStarted, RoundStarted, TurnStarted
from pageone_engine.rules import Rules
from pageone_engine.state import Trick

from tests.engine.positions import SEED, american, card, cards, events_of, kinds, only, page_one, run, shuffled, tricks

ENTROPY = (b"somebody's words", b"")


def dealt(pack: bytes, seats: list[int], hand_size: int) -> tuple[dict[int, bytes], bytes]:
    """C9 again: from the end, one at a time, to the seats in that order."""
    left = list(pack)
    hands: dict[int, list[int]] = {seat: [] for seat in seats}
    for _ in range(hand_size):
        for seat in seats:
            hands[seat].append(left.pop())
    return {seat: bytes(sorted(hand)) for seat, hand in hands.items()}, bytes(left)


@pytest.mark.parametrize(
    ("text", "code"), [("AC", 1), ("KC", 13), ("AD", 14), ("AH", 27), ("7H", 33), ("AS", 40), ("KS", 52), ("JK", 53)]
)
def test_codes(text: str, code: int) -> None:
    """C2: 13 * (suit - 1) + rank, clubs first, ace low; a Joker is 53."""
    assert card(text) == code
    state, _ = create_match(page_one(jokers=2), 2, SEED)
    assert code in b"".join(state.hands) + state.stock


@pytest.mark.parametrize(("decks", "jokers"), [(1, 0), (1, 2), (2, 1), (4, 2)])
def test_the_pack(decks: int, jokers: int) -> None:
    """C1: a pack is `decks` times 52 cards plus `jokers` Jokers, and every card of it is in the match."""
    state, _ = create_match(page_one(decks=decks, jokers=jokers), 3, SEED)
    everything = sorted(b"".join(state.hands) + state.stock)
    assert everything == sorted(list(range(1, 53)) * decks + [53] * jokers)


def test_the_pack_has_at_most_255_cards() -> None:
    """C1: the whole pack is at most 255 cards: four decks and 47 Jokers, not 48."""
    assert validate_rules(american(decks=4, jokers=47), 4) == []
    assert validate_rules(american(decks=4, jokers=48), 4) != []


@pytest.mark.parametrize("seats", [0, 1, 9, -1])
def test_seats_out_of_range(seats: int) -> None:
    """C3: 2 to 8 seats; anything else is refused by name."""
    with pytest.raises(InvalidError) as caught:
        create_match(page_one(), seats, SEED)
    assert "seats" in {field for fault in caught.value.faults for field in fault.fields}


@pytest.mark.parametrize("seats", range(2, 9))
def test_turns_go_round_clockwise(seats: int) -> None:
    """C3: seats are numbered from 0 and clockwise is increasing, from the last to the first again."""
    hands = [f"{rank}H {rank}C AD"[:5] for rank in range(2, 2 + seats)]
    state = tricks(hands, turn=seats - 1)
    state = run(state, f"{seats - 1} {seats + 1}H !")
    assert state.turn == 0
    state = run(state, "0 2H !")
    assert state.turn == 1


def test_next_is_the_next_active_seat() -> None:
    """C3: a seat that went out or left is jumped: of four, seat 1 out and seat 2 left, after 0 comes 3."""
    rules = page_one("imohori")
    state = tricks(
        ["5H 6H 7H", "", "2C 3C", "8H 9H 2D"],
        rules=rules,
        places=(0, 1, 0, 0),
        left=(False, False, True, False),
    )
    assert run(state, "0 5H").turn == 3


@pytest.mark.parametrize("entropy", [(), ENTROPY])
@pytest.mark.parametrize("seats", [2, 3, 8])
def test_the_first_deal(seats: int, entropy: tuple[bytes, ...]) -> None:
    """C4, C5, C9: the ascending pack, shuffled as number 0, dealt from its end from the dealer's left on."""
    rules = page_one()
    for dealer in (0, seats - 1):
        state, events = create_match(rules, seats, SEED, entropy=entropy, first_dealer=dealer)
        pack = shuffled([*range(1, 53), 53], SEED, entropy, 0)
        order = [(dealer + 1 + k) % seats for k in range(seats)]
        hands, stock = dealt(pack, order, 4)
        assert state.hands == [hands[seat] for seat in range(seats)]
        assert state.stock == stock
        assert state.shuffles == 1
        assert {event.seat: event.cards for event in only(events, CardsDealt)} == hands
        assert [event.count for event in only(events, CardsDealt)] == [4] * seats


def test_events_of_a_start() -> None:
    """C7, C9: a match starts with its rules, its commitment, the round and the deals; the dealer leads (P1)."""
    state, events = create_match(page_one(), 3, SEED, first_dealer=1, match_id="m")
    assert kinds(events) == ["match_started", "round_started", *["cards_dealt"] * 3, "turn_started"]
    started = only(events, MatchStarted)[0]
    assert (started.match_id, started.seats, started.seed_commitment) == ("m", 3, sha256(SEED).digest())
    assert started.rules == state.match.rules
    assert only(events, RoundStarted) == [RoundStarted(1, 1, 53)]
    assert events[-1] == TurnStarted(1)
    assert (state.turn, state.dealer, state.table) == (1, 1, Trick(1))


def test_the_first_round_of_the_first_version() -> None:
    """C5: no other shuffle has been made before the first; another seed or entropy gives another deal."""
    one, _ = create_match(page_one(), 4, SEED)
    other, _ = create_match(page_one(), 4, bytes(32))
    third, _ = create_match(page_one(), 4, SEED, entropy=(b"x",))
    assert len({bytes(s.stock) for s in (one, other, third)}) == 3


def test_entropy_entries_do_not_run_together() -> None:
    """C4: each entry goes in with its length, so (ab, c), (a, bc) and (abc) give three different deals."""
    deals = {
        create_match(page_one(), 4, SEED, entropy=entropy)[0].stock
        for entropy in ((b"ab", b"c"), (b"a", b"bc"), (b"abc",), (b"abc", b""))
    }
    assert len(deals) == 4


@pytest.mark.parametrize(
    ("seed", "entropy", "path"),
    [
        (bytes(31), (), "seed"),
        (bytes(33), (), "seed"),
        (b"", (), "seed"),
        (SEED, (b"",) * 9, "entropy"),
        (SEED, (b"ok", bytes(65)), "entropy[1]"),
    ],
)
def test_seed_and_entropy_sizes(seed: bytes, entropy: tuple[bytes, ...], path: str) -> None:
    """C4: a seed has 32 bytes; there are at most 8 entries of entropy of at most 64 bytes."""
    with pytest.raises(InvalidError) as caught:
        create_match(page_one(), 4, seed, entropy=entropy)
    assert path in {field for fault in caught.value.faults for field in fault.fields}
    create_match(page_one(), 4, SEED, entropy=(bytes(64),) * 8)


def test_the_second_round_shuffles_the_whole_pack_afresh() -> None:
    """C5, C9: round 2 shuffles the whole ascending pack under the number of shuffles made before."""
    state, _ = create_match(page_one(next_dealer=1), 3, SEED, first_dealer=0)
    for shuffles in (1, 4):
        over = run_over(shuffles)
        events = events_of(over, "0 start")
        after = run(over, "0 start")
        hands, stock = dealt(shuffled([*range(1, 53), 53], SEED, (), shuffles), [2, 0, 1], 4)
        assert after.dealer == 1
        assert after.hands == [hands[seat] for seat in range(3)]
        assert (after.stock, after.pile, after.shuffles) == (stock, b"", shuffles + 1)
        assert only(events, RoundStarted) == [RoundStarted(2, 1, 53)]
    assert state.shuffles == 1


def run_over(shuffles: int) -> Any:  # noqa: ANN401
    """Three seats, dealer 0, the round just won by seat 1, the next dealer by rotation."""
    state = tricks(["5H 6H", "7H", "8H 9H"], turn=1, dealer=0, rules=page_one(next_dealer=1), shuffles=shuffles)
    return run(state, "1 7H !!")


def test_other_shuffles_start_from_ascending_order() -> None:
    """C5, P11: the finished tricks are put in ascending order and then shuffled under the shuffles made before."""
    pile = "KS 2C 9D 3H AC 4H"
    state = tricks(
        ["5H 6H", "7C 8C", "9S 10S"],
        ["0 QH"],
        turn=1,
        stock="",
        pile=pile,
        rules=page_one("imohori"),
        rest=2,
        shuffles=3,
    )
    after = run(state, "1 draw")
    mixed = shuffled(cards(pile), SEED, (), 3)
    assert after.stock == mixed[:-1]
    assert after.hands[1] == bytes(sorted(cards("7C 8C") + mixed[-1:]))
    assert (after.shuffles, after.pile) == (4, b"")


def test_the_first_dealer_is_drawn() -> None:
    """C6: one byte from the stream keyed with `pageone.v1.dealer`, by rejection, modulo the seats."""
    seen = set()
    for number in range(24):
        seed = bytes([number]) * 32
        for entropy in ((), ENTROPY):
            for seats in (2, 3, 5, 7):
                parts = b"".join(len(entry).to_bytes(4, "big") + entry for entry in entropy)
                stream = shake_256(b"pageone.v1.dealer" + seed + parts + bytes(4)).digest(64)
                expected = next(byte for byte in stream if byte < 256 - 256 % seats) % seats
                state, events = create_match(page_one(), seats, seed, entropy=entropy)
                assert state.dealer == expected
                assert only(events, RoundStarted)[0].dealer == expected
                seen.add((seats, expected))
    assert len(seen) == 2 + 3 + 5 + 7


@pytest.mark.parametrize("dealer", [3, 8, -1])
def test_a_first_dealer_out_of_range(dealer: int) -> None:
    """C6: a given first dealer is one of the seats."""
    with pytest.raises(InvalidError) as caught:
        create_match(page_one(), 3, SEED, first_dealer=dealer)
    assert {field for fault in caught.value.faults for field in fault.fields} == {"first_dealer"}


def test_commitment_and_seed() -> None:
    """C7: SHA-256 of the seed at the start; the seed itself when the match is over."""
    state = tricks(["5H", "7H 8H"], round=2, shuffles=2, version=100, seed=bytes(range(1, 33)))
    assert state.match.seed_commitment == sha256(bytes(range(1, 33))).digest()
    events = events_of(state, "0 5H !!")
    assert kinds(events)[-1] == "match_ended"
    assert events[-1].seed == bytes(range(1, 33))  # type: ignore[union-attr]


def test_a_deal_never_changes() -> None:
    """C8: the deal follows from the seed by C4 and C9 alone, worked out here without the engine; twice the same."""
    state, _ = create_match(page_one(), 4, SEED, first_dealer=0)
    assert state.hands[1] == bytes(sorted(shuffled([*range(1, 53), 53])[-1::-4][:4]))
    again, _ = create_match(page_one(), 4, SEED, first_dealer=0)
    assert again == state


@pytest.mark.parametrize(
    ("rules", "seats", "fits"),
    [
        (page_one(hand_size=6, jokers=1), 8, True),  # 48 < 53
        (page_one(hand_size=13, jokers=0), 4, False),  # 52 >= 52
        (page_one(hand_size=13, jokers=1), 4, True),  # 52 < 53
        (page_one(hand_size=7, jokers=1), 8, False),
        (american(hand_size=13, decks=1, jokers=0), 4, False),
        (american(hand_size=13, decks=1, jokers=1), 4, True),  # 52 + 1 = 53: the starter is the last card
    ],
)
def test_a_match_that_cannot_be_dealt(rules: Rules, seats: int, fits: bool) -> None:
    """C9: refused when created: Page One seats x hand >= pack; American seats x hand + 1 > pack."""
    if fits:
        state, _ = create_match(rules, seats, SEED)
        assert [len(row) for row in state.hands] == [rules.hand_size] * seats
        return
    with pytest.raises(InvalidError) as caught:
        create_match(rules, seats, SEED)
    paths = {field for fault in caught.value.faults for field in fault.fields}
    assert {"seats", "rules.hand_size", "rules.decks", "rules.jokers"} >= paths > {"rules.hand_size"}


def test_a_seat_that_left_is_not_dealt_to() -> None:
    """C9: the deal goes round those that have not left; the one that left has no cards."""
    over = run_over(1)
    over, _ = apply(over, Leave(2))
    after, events = apply(over, StartRound())
    hands, stock = dealt(shuffled([*range(1, 53), 53], SEED, (), 1), [0, 1], 4)
    assert after.hands == [hands[0], hands[1], b""]
    assert after.stock == stock
    assert [event.seat for event in only(events, CardsDealt)] == [0, 1]
