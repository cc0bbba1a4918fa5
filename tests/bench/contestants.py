"""Random play of each engine, measured alike: one thread, four seats, a listed action picked by the same means.

A step lists the legal actions and makes one of them. What an engine needs between games (a new game, a deal) is in its
time and in nobody's count of steps, unless the engine itself makes steps of it: OpenSpiel's deals and draws are chance
nodes, which are listed and made like actions, and are counted (`Play.chance` tells how many).
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

from pageone_engine import PRESETS, State, apply, create_match, legal_actions
from pageone_engine.actions import Action, CallOut, StartRound
from pageone_engine.rules import Rules
from pageone_engine.terms import Phase

SEATS = 4
#: Steps between two looks at the clock.
STRIDE = 64


@dataclass(slots=True)
class Play:
    """What was played: steps, those of them that nobody chose, and the seconds they took."""

    steps: int
    seconds: float
    chance: int = 0

    @property
    def rate(self) -> float:
        """Steps a second."""
        return self.steps / self.seconds


#: Plays for about so many seconds, going on from where it stopped.
Runner = Callable[[float], Play]


@dataclass(frozen=True)
class Contestant:
    """An engine under measurement: its name, what it plays, and what one step of it is."""

    key: str
    name: str
    step: str
    start: Callable[[], Runner]


def run(seconds: float, step: Callable[[], bool]) -> Play:
    """Step for about so many seconds; a step answers whether chance made it."""
    steps = chance = 0
    began = perf_counter()
    end = began + seconds
    now = began
    while now < end:
        for _ in range(STRIDE):
            chance += step()
        steps += STRIDE
        now = perf_counter()
    return Play(steps, now - began, chance)


def pick(actions: list[Action], random: Callable[[], float]) -> Action:
    """A random one of a seat's actions, but no call-out: those are listed true or not, many are refused (clause L1)."""
    while True:
        action = actions[int(random() * len(actions))]
        if type(action) is not CallOut:
            return action


def seeds(stream: Random) -> bytes:
    """A match's seed."""
    return stream.randbytes(32)


def ours(rules: Rules) -> Callable[[], Runner]:
    """Random play of a preset: states with events, nothing left out."""

    def start() -> Runner:
        stream = Random(rules.name)
        random = stream.random
        state = create_match(rules, SEATS, seeds(stream))[0]

        def step() -> bool:
            nonlocal state
            if state.phase != Phase.TURN:
                state = between(state, rules, stream)
            state = apply(state, pick(legal_actions(state, state.turn).actions, random))[0]
            return False

        return lambda seconds: run(seconds, step)

    return start


def between(state: State, rules: Rules, stream: Random) -> State:
    """The next round, or the next match; the presets wait for nothing else but turns."""
    if state.phase == Phase.ROUND_OVER:
        return apply(state, StartRound())[0]
    assert state.phase == Phase.MATCH_OVER, state.phase
    return create_match(rules, SEATS, seeds(stream))[0]


def open_spiel(clone: bool) -> Callable[[], Runner]:
    """OpenSpiel's `crazy_eights`, in place or each time on a clone, as functional as ours."""

    def start() -> Runner:
        import pyspiel

        game = pyspiel.load_game(f"crazy_eights(players={SEATS})")
        random = Random("crazy_eights").random
        state = game.new_initial_state()

        def step() -> bool:
            nonlocal state
            if state.is_terminal():
                state = game.new_initial_state()
            chance: bool = state.is_chance_node()
            actions = state.legal_actions()
            if clone:
                state = state.clone()
            state.apply_action(actions[int(random() * len(actions))])
            return chance

        return lambda seconds: run(seconds, step)

    return start


def rlcard_environment() -> Runner:
    """RLCard's `uno` environment; the seats are set on its game, since its config knows none for this game."""
    import rlcard

    environment: Any = rlcard.make("uno", config={"seed": 1})
    environment.game.num_players = environment.num_players = SEATS
    random = Random("uno").random
    seen, _ = environment.reset()

    def step() -> bool:
        nonlocal seen
        if environment.is_over():
            seen, _ = environment.reset()
        actions = list(seen["legal_actions"])
        seen, _ = environment.step(actions[int(random() * len(actions))])
        return False

    return lambda seconds: run(seconds, step)


def rlcard_game() -> Runner:
    """RLCard's `uno` game class, without encoding observations."""
    from rlcard.games.uno import Game

    game: Any = Game(num_players=SEATS)
    game.np_random.seed(1)
    random = Random("uno").random
    game.init_game()

    def step() -> bool:
        if game.is_over():
            game.init_game()
        actions = game.get_legal_actions()
        game.step(actions[int(random() * len(actions))])
        return False

    return lambda seconds: run(seconds, step)


AMERICAN, PAGE_ONE, SPIEL, CLONE, ENVIRONMENT, GAME = (
    "american",
    "page_one",
    "spiel",
    "clone",
    "environment",
    "game",
)
_OURS = (
    "`legal_actions(state, state.turn)`, then `apply`: a new state and its events, the old state left as it was "
    "(call-outs are listed, but not picked)"
)
OURS = (
    Contestant(AMERICAN, "Page One engine, american_page_one", _OURS, ours(PRESETS["american_page_one"])),
    Contestant(PAGE_ONE, "Page One engine, page_one", _OURS, ours(PRESETS["page_one"])),
)
PEERS = (
    Contestant(
        SPIEL,
        "OpenSpiel crazy_eights, in place",
        "`state.legal_actions()`, then `state.apply_action` (C++ called from Python; chance nodes are steps)",
        open_spiel(clone=False),
    ),
    Contestant(
        CLONE,
        "OpenSpiel crazy_eights, clone + apply",
        "`state.legal_actions()`, then `state.clone().apply_action`: the old state is left as it was, like ours",
        open_spiel(clone=True),
    ),
    Contestant(
        ENVIRONMENT,
        "RLCard uno, environment",
        "`env.step`, which lists the next seat's actions itself (with its encoded observation); one of those is picked",
        rlcard_environment,
    ),
    Contestant(
        GAME,
        "RLCard uno, game class",
        "`game.get_legal_actions()`, then `game.step`, in place (it makes the next seat's state as well)",
        rlcard_game,
    ),
)
