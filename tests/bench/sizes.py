"""How large messages get at their worst over random play (API.md, "States, sizes, versions")."""

from dataclasses import dataclass
from random import Random

from pageone.v1 import state_pb2, view_pb2
from pageone_engine import PRESETS, State, apply, create_match, legal_actions, view
from pageone_engine.actions import StartRound
from pageone_engine.terms import Phase
from pageone_service.convert.states import put_state
from pageone_service.convert.views import put_view

from .contestants import SEATS, pick, seeds
from .positions import MATCH_ID

#: What API.md promises for a four-seat state of a preset, and for its view without legal actions, in bytes.
STATE_LIMIT, VIEW_LIMIT = 400, 600


@dataclass
class Sizes:
    """The largest state and view met in a preset, in bytes, and over how many positions."""

    preset: str
    matches: int
    positions: int = 0
    state: int = 0
    view: int = 0

    def note(self, state: State) -> None:
        """Take one position into account: its state, and the view of each seat and of a spectator."""
        self.positions += 1
        message = state_pb2.MatchState()
        put_state(message, state)
        self.state = max(self.state, message.ByteSize())
        for viewer in (None, *range(SEATS)):
            shown = view_pb2.MatchView()
            put_view(shown, view(state, viewer), None)
            self.view = max(self.view, shown.ByteSize())


def measure_sizes(preset: str, matches: int) -> Sizes:
    """Whole random matches, every position of them."""
    stream = Random(f"{preset} sizes")
    sizes = Sizes(preset, matches)
    for _ in range(matches):
        state = create_match(PRESETS[preset], SEATS, seeds(stream), match_id=MATCH_ID)[0]
        sizes.note(state)
        while state.phase != Phase.MATCH_OVER:
            if state.phase == Phase.ROUND_OVER:
                state = apply(state, StartRound())[0]
            else:
                state = apply(state, pick(legal_actions(state, state.turn).actions, stream.random))[0]
            sizes.note(state)
    return sizes
