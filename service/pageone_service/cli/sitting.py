"""A person's match against bots: what is shown, what is asked, what becomes of the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from pageone import RefusedError, actions
from pageone.v1 import action_pb2, engine_service_pb2, state_pb2, view_pb2
from pageone_engine.words import refusal_text
from rich.console import Console, RenderableType

from .cards import coloured
from .screen import hand_of, help_of, keys_of, may_be_called_out, table_of
from .standings import match_table, round_table
from .typed import LEAVING, Command, NotUnderstoodError, read, spelling, suit_of
from .words import Narrator


class PersonsTable(Protocol):
    """What a person sits at: a host's `table.Table`, or a `solo_table.SoloTable`."""

    @property
    def updates(self) -> Mapping[int, engine_service_pb2.ViewerUpdate] | Sequence[engine_service_pb2.ViewerUpdate]:
        """What the last step brought, by seat."""

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""

    def view(self, seat: int) -> view_pb2.MatchView:
        """The table as ``seat`` may see it now."""

    def awaits(self, seat: int) -> bool:
        """Whether the match waits for ``seat``."""

    def apply(self, action: action_pb2.Action) -> None:
        """Applies one action; ``RefusedError`` when the rules do not allow it."""

    def start_round(self) -> None:
        """Deals the next round."""

    def bots_action(self) -> action_pb2.Action | None:
        """What bots do next; None when persons alone are waited for."""

    def apply_bots(self, action: action_pb2.Action) -> bool:
        """Has it done; False when nothing has happened."""


class Sitting:
    """A person's match at ``table``, in ``seat``; ``players`` says in words who plays each seat."""

    def __init__(
        self,
        table: PersonsTable,
        seat: int,
        narrator: Narrator,
        console: Console,
        players: Sequence[str],
    ) -> None:
        self._table = table
        self._seat = seat
        self._narrator = narrator
        self._console = console
        self._players = list(players)
        self._looked = False
        self._gone = False

    @property
    def _view(self) -> view_pb2.MatchView:
        return self._table.view(self._seat)

    def run(self) -> None:
        """Plays until the match is over or the person leaves it."""
        self._tell()
        self._help()
        while not self._table.is_over and not self._gone:
            self._step()

    def _step(self) -> None:
        view = self._view
        awaited = self._table.awaits(self._seat)
        if view.phase == state_pb2.PHASE_ROUND_OVER:
            self._between_rounds()
        elif awaited and view.phase == state_pb2.PHASE_CLAIMS:
            self._act()
        elif not self._looked and may_be_called_out(view):
            self._look()
        elif not self._bots_acted():
            self._act()

    def _bots_acted(self) -> bool:
        action = self._table.bots_action()
        if action is None:
            return False
        if self._table.apply_bots(action):
            self._tell()
        return True

    def _look(self) -> None:
        """Before anybody else: does the person want to point something out?"""
        self._looked = True
        keys = [self._narrator.say(key) for key in ("go_on", "key_call_out", "key_quit")]
        self._ask("   ".join(keys), go_on=True)

    def _act(self) -> None:
        """The person's turn, or its answer to a play."""
        view = self._view
        self._looked = True
        self._show(table_of(self._narrator, view, self._players))
        self._show(hand_of(self._narrator, view))
        claims = view.phase == state_pb2.PHASE_CLAIMS
        self._ask(keys_of(self._narrator, view), enter="w" if claims else "")

    def _between_rounds(self) -> None:
        if self._ask_line(self._say("next_round")) is not None:
            self._table.start_round()
            self._tell()

    def _ask(self, keys: str, *, go_on: bool = False, enter: str = "") -> None:
        """Asks until something was done; ``go_on``: doing nothing will do; ``enter``: what an empty line stands for."""
        while True:
            line = self._ask_line(keys)
            if line is None or (go_on and not line.strip()):
                return
            if self._do(line.strip() or enter):
                return

    def _ask_line(self, prompt: str) -> str | None:
        """A line from the person; None when the person has left by it (the end of the input is a leave, too)."""
        self._console.print(prompt, style="cyan", highlight=False)
        try:
            line = self._console.input("› ")
        except EOFError:
            line = "q"
        if line.strip().casefold() in LEAVING:
            self._leave()
            return None
        return line

    def _do(self, line: str) -> bool:
        """Does what was typed; False (and why, on the screen) when nothing was done."""
        try:
            wanted = read(line, self._view)
        except NotUnderstoodError as error:
            self._show(self._say(error.reason, **error.values))
            return False
        if wanted is Command.HELP:
            self._help()
            return False
        if not isinstance(wanted, action_pb2.Action):
            return False
        return self._try(wanted)

    def _try(self, action: action_pb2.Action) -> bool:
        try:
            self._table.apply(action)
        except RefusedError as error:
            if error.refusal == view_pb2.REFUSAL_SUIT_REQUIRED and not action.play.suit:
                return self._with_suit(action)
            reason = refusal_text(error.refusal, self._narrator.language)
            self._show(self._say("rejected", reason=reason))
            return False
        self._tell()
        return True

    def _with_suit(self, action: action_pb2.Action) -> bool:
        line = self._ask_line(self._say("name_a_suit"))
        if line is None:
            return True
        action.play.suit = suit_of(line)
        if action.play.suit:
            return self._try(action)
        self._show(self._say("not_understood", text=line.strip()))
        return False

    def _leave(self) -> None:
        self._gone = True
        if not self._table.is_over:
            self._table.apply(actions.leave(self._seat))
        self._show(self._say("left_match"))

    def _help(self) -> None:
        calls = self._view.rules.calls
        words = [spelling(word) for word in (calls.penultimate, calls.last) if word]
        self._show(self._say("words_owed" if words else "no_words", words=", ".join(words)))
        self._show(self._say("forgetting"))
        self._show(help_of(self._narrator))

    def _tell(self) -> None:
        """What has just happened, as this seat saw it."""
        for event in self._table.updates[self._seat].events:
            kind = event.WhichOneof("kind")
            if kind == "cards_played":
                self._looked = event.cards_played.seat == self._seat
            if kind == "round_ended":
                self._console.print(round_table(self._narrator, event.round_ended))
            elif kind == "match_ended":
                self._console.print(match_table(self._narrator, event.match_ended, self._players))
                self._show(self._say("seed", seed=event.match_ended.seed.hex()))
            else:
                self._show(self._narrator.tell(event))

    def _say(self, key: str, /, **values: object) -> str:
        return self._narrator.say(key, **values)

    def _show(self, what: RenderableType) -> None:
        self._console.print(coloured(what) if isinstance(what, str) else what)
