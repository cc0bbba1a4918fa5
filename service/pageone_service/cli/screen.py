"""A seat's view of the table, drawn for a terminal."""

from __future__ import annotations

from pageone.v1 import action_pb2, state_pb2, view_pb2
from pageone_engine.words import refusal_text
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .cards import card_name, coloured, suit_name
from .phrases import HELP
from .words import Narrator


def table_of(narrator: Narrator, view: view_pb2.MatchView, players: list[str]) -> RenderableType:
    """Seats, stock and what lies on the table."""
    seats = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("seat", "name", "played_by"):
        seats.add_column(narrator.say(key))
    for key in ("cards", "score"):
        seats.add_column(narrator.say(key), justify="right")
    seats.add_column("")
    for number, seat in enumerate(view.seats):
        style = "bold" if number == view.turn else ""
        seats.add_row(
            f"{'▶' if number == view.turn else ' '} @{number}",
            narrator.names[number],
            players[number],
            str(seat.cards),
            str(seat.score),
            _standing(narrator, seat),
            style=style,
        )
    heading = narrator.say("round_of", round=view.round, rounds=view.rules.rounds)
    return Group(Text(heading, style="bold"), seats, coloured(_lying(narrator, view)))


def _standing(narrator: Narrator, seat: view_pb2.SeatView) -> str:
    if seat.left:
        return narrator.say("left")
    return narrator.say("out", place=seat.place) if seat.place else ""


def _lying(narrator: Narrator, view: view_pb2.MatchView) -> str:
    parts = [narrator.say("stock", count=view.stock)]
    if view.WhichOneof("table") == "trick":
        parts += _trick(narrator, view.trick)
    else:
        parts += _discard(narrator, view.discard)
    return "   ".join(parts)


def _trick(narrator: Narrator, trick: view_pb2.TrickView) -> list[str]:
    plays = [f"{narrator.names[play.seat]} {card_name(play.card, narrator.language)}" for play in trick.plays]
    parts = [narrator.say("trick", plays="  ".join(plays) or narrator.say("empty"))]
    if trick.suit:
        parts.append(narrator.say("suit_led", suit=suit_name(trick.suit, narrator.language)))
    return parts


def _discard(narrator: Narrator, discard: view_pb2.DiscardView) -> list[str]:
    parts = [narrator.say("top", card=card_name(discard.top, narrator.language))]
    if discard.suit:
        parts.append(narrator.say("suit_in_force", suit=suit_name(discard.suit, narrator.language)))
    if discard.pending:
        parts.append(narrator.say("pending", count=discard.pending))
    if discard.reversed:
        parts.append(narrator.say("reversed"))
    return parts


def hand_of(narrator: Narrator, view: view_pb2.MatchView) -> RenderableType:
    """The viewer's cards with their keys; dim ones cannot be played now, and below is why."""
    refused = {each.card: each.refusal for each in view.legal.refused}
    cards = Text(narrator.say("your_hand") + "  ")
    keys_by_refusal: dict[int, list[str]] = {}
    for key, card in enumerate(view.hand, start=1):
        refusal = refused.get(card)
        if refusal is not None:
            keys_by_refusal.setdefault(refusal, []).append(str(key))
        cards.append(f"{key}:", style="dim" if refusal else "bold cyan")
        cards.append_text(coloured(card_name(card, narrator.language), "dim" if refusal else "bold"))
        cards.append("   ")
    reasons = [
        Text(narrator.say("because", keys=" ".join(keys), reason=refusal_text(refusal, narrator.language)), style="dim")
        for refusal, keys in keys_by_refusal.items()
    ]
    return Group(cards, *reasons)


def keys_of(narrator: Narrator, view: view_pb2.MatchView) -> str:
    """What can be typed now. It tells the kinds of action the situation has, never what would succeed."""
    kinds = {action.WhichOneof("kind") for action in view.legal.actions}
    keys = []
    if view.phase == state_pb2.PHASE_CLAIMS and view.viewer.seat in view.claims.awaited:
        if view.rules.american_page_one.dobon.enabled:
            keys.append(narrator.say("key_dobon"))
        keys.append(narrator.say("key_waive"))
    if "name_suit" in kinds:
        keys.append(narrator.say("key_suit"))
    elif view.phase == state_pb2.PHASE_TURN and view.turn == view.viewer.seat:
        keys.append(narrator.say("key_play", count=len(view.hand)))
    if "draw" in kinds:
        pending = view.discard.pending
        keys.append(narrator.say("key_draw_pending" if pending else "key_draw", count=pending))
    for kind, key in (
        ("pass_turn", "key_pass"),
        ("challenge", "key_challenge"),
        ("call_out", "key_call_out"),
    ):
        if kind in kinds:
            keys.append(narrator.say(key))
    return "   ".join([*keys, narrator.say("key_help"), narrator.say("key_quit")])


def help_of(narrator: Narrator) -> RenderableType:
    """Everything that can be typed."""
    lines = Table.grid(padding=(0, 2))
    for typed, en, ja in HELP:
        lines.add_row(Text(typed, style="bold cyan"), coloured(ja if narrator.language == "ja" else en))
    return lines


def may_be_called_out(view: view_pb2.MatchView) -> bool:
    """Whether the last play is worth a look: by what everybody sees, not by whether anything is wrong with it."""
    for action in view.legal.actions:
        if action.WhichOneof("kind") != "call_out":
            continue
        few_cards = view.seats[action.call_out.offender].cards <= 1
        if few_cards or action.call_out.offense == action_pb2.OFFENSE_ILLEGAL_PLAY:
            return True
    return False
