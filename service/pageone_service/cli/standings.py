"""Tables of results: a round's, and the final standings."""

from collections.abc import Sequence

from pageone.v1 import event_pb2
from rich.table import Table

from .cards import card_names, coloured
from .words import Narrator


def round_table(narrator: Narrator, ended: event_pb2.RoundEnded) -> Table:
    """What a round left in each hand, and what it brought."""
    table = Table(title=narrator.round_ended(ended), title_justify="left")
    for key in ("name", "place", "left_over"):
        table.add_column(narrator.say(key))
    for key in ("points", "score"):
        table.add_column(narrator.say(key), justify="right")
    for result in ended.results:
        table.add_row(
            narrator.names[result.seat],
            str(result.place or "–"),
            coloured(card_names(result.hand, narrator.language)),
            f"{result.points:+d}",
            str(result.score),
        )
    return table


def match_table(narrator: Narrator, ended: event_pb2.MatchEnded, players: Sequence[str]) -> Table:
    """The standings; ``players`` says who or what played each seat."""
    table = Table(title=narrator.match_ended(ended), title_justify="left")
    table.add_column(narrator.say("rank"), justify="right")
    table.add_column(narrator.say("name"))
    table.add_column(narrator.say("played_by"))
    table.add_column(narrator.say("score"), justify="right")
    for standing in ended.standings:
        table.add_row(
            str(standing.rank),
            narrator.names[standing.seat],
            players[standing.seat],
            str(standing.score),
        )
    return table
