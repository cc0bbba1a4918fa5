"""A whole position as text, hidden cards included: for a failing test, never for a log."""

from .card_notation import card_text, cards_text, suit_text, term_text
from .state import Claims, Discard, LastPlay, State, Trick
from .terms import Call, Offense, Phase


def state_text(state: State) -> str:
    """Everything a state holds, on a few lines; ``*`` marks the seat to act."""
    match = state.match
    lines = [
        f"match {match.match_id!r} of {match.rules.name!r} rules, version {state.version}",
        f"seed {match.seed.hex()}, entropy [{' '.join(entry.hex() for entry in match.entropy)}],"
        f" {state.shuffles} shuffles",
        f"round {state.round} of {match.rules.rounds}, {term_text(Phase, state.phase)},"
        f" dealer {state.dealer}, turn {state.turn}, {state.turns} turn actions",
        *(_seat(state, seat) for seat in range(len(state.hands))),
        f"stock {len(state.stock):3}: {cards_text(state.stock)}",
        f"pile  {len(state.pile):3}: {cards_text(state.pile)}",
        _table(state.table),
    ]
    if state.last_play:
        lines.append(_last_play(state.last_play))
    if state.claims:
        lines += _claims(state.claims)
    return "\n".join(line.rstrip() for line in lines)


def _seat(state: State, seat: int) -> str:
    mark = "*" if seat == state.turn else " "
    place = f"place {state.places[seat]}" if state.places[seat] else "in"
    standing = "left" if state.left[seat] else place
    hand = state.hands[seat]
    return f"{mark} seat {seat} {standing:7} score {state.scores[seat]:5}  {len(hand):3}: {cards_text(hand)}"


def _table(table: Trick | Discard) -> str:
    drawn = f", drawn {card_text(table.drawn)}" if table.drawn else ""
    if isinstance(table, Trick):
        plays = ", ".join(f"{seat} {card_text(card)}" for seat, card in table.plays) or "nothing"
        return f"trick led by {table.leader}: {plays}{drawn}"
    direction = "counter-clockwise" if table.reversed else "clockwise"
    suit = suit_text(table.suit)
    return f"suit {suit}, {direction}, pending {table.pending}, passes {table.passes}{drawn}"


def _last_play(last: LastPlay) -> str:
    what = "starter of" if last.starter else "last play by"
    direction = "counter-clockwise" if last.reversed_before else "clockwise"
    call = term_text(Call, last.call) if last.call else "none"
    offenses = ", ".join(term_text(Offense, offense) for offense in last.offenses) or "none"
    return (
        f"{what} {last.seat}: {cards_text(last.cards)}, call {call},"
        f" open offenses {offenses};"
        f" before it suit {suit_text(last.suit_before)}, {direction}, pending {last.pending_before}"
    )


def _claims(claims: Claims) -> list[str]:
    answered = " ".join(str(seat) for seat in claims.answered) or "nobody"
    return [
        f"claims level {claims.level}, answered by {answered}",
        *(
            f"  dobon by {claim.seat} against {claim.against} at level {claim.level}:"
            f" {cards_text(claim.cards)}{' (void)' if claim.void else ''}"
            for claim in claims.dobons
        ),
    ]
