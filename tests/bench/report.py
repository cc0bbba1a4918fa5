"""A run's figures as tables: on the terminal by rich, in docs/benchmarks.md as Markdown. One source for both."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table

from .contestants import AMERICAN, CLONE, OURS, PAGE_ONE, PEERS, SEATS, Contestant, Play
from .interleave import chance_share, median_rate, paired_ratio
from .machine import Machine
from .parts import EARLY, LATE, WIDTH, Length, Parts
from .reach import CLONE_RATIO, COMPILED_RATIO, NO_SLOWER, PART_BOUNDS, SAME, Goal
from .sizes import STATE_LIMIT, VIEW_LIMIT, Sizes

ENGINE_TITLE = "Benchmarks of the engine"


@dataclass
class Section:
    """A heading, sentences before a table, the table, and sentences after it."""

    title: str
    before: list[str] = field(default_factory=list)
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    after: list[str] = field(default_factory=list)


@dataclass
class Measured:
    """Everything that a run has found."""

    machine: Machine
    seconds: float
    rounds: int
    race: dict[str, list[Play]]
    parts: list[Parts]
    lengths: list[Length]
    sizes: list[Sizes]
    compiled: dict[str, list[Play]] = field(default_factory=dict)


def sections(measured: Measured) -> list[Section]:
    """The report, in order."""
    return [
        _race(measured),
        *([_compiled(measured)] if measured.compiled else []),
        _parts(measured.parts),
        _lengths(measured.lengths),
        _sizes(measured.sizes),
        _goals(measured),
    ]


def _race(measured: Measured) -> Section:
    race = measured.race
    rows: list[Sequence[str]] = []
    for contestant in (*OURS, *PEERS):
        plays = race[contestant.key]
        spread = sorted(play.rate for play in plays)
        rows.append(
            (
                contestant.name,
                f"{median_rate(plays):,.0f}",
                f"{spread[0]:,.0f} – {spread[-1]:,.0f}",
                f"{chance_share(plays):.0%}",
                f"{paired_ratio(race[AMERICAN], plays):.2f}",
                f"{paired_ratio(race[PAGE_ONE], plays):.2f}",
            )
        )
    return Section(
        "Beside other engines",
        [
            f"Random play, {SEATS} seats, one thread, all in one process and one run: {measured.rounds} rounds of "
            f"{measured.seconds} s each, in turns, every second round the other way about. One step lists the legal "
            "actions and makes one of them; which one is picked by the same expression for all, and what lies between "
            "games (dealing, a new game) is in everybody's time. A ratio is the median of the ratios within "
            "each round.",
        ],
        ("engine", "steps/s, median", "least – most", "chance nodes", "american ÷ it", "page_one ÷ it"),
        rows,
        ["What one step is:", *(f"- {contestant.name}: {contestant.step}." for contestant in _distinct(OURS, PEERS))],
    )


def _distinct(ours: Sequence[Contestant], peers: Sequence[Contestant]) -> list[Contestant]:
    return [Contestant("", "Page One engine", ours[0].step, ours[0].start), *peers]


def _compiled(measured: Measured) -> Section:
    race, compiled = measured.race, measured.compiled
    rows = [
        (
            contestant.name,
            f"{median_rate(compiled[contestant.key]):,.0f}",
            f"{paired_ratio(compiled[contestant.key], race[contestant.key]):.2f}",
            f"{paired_ratio(compiled[contestant.key], race[CLONE]):.2f}",
        )
        for contestant in OURS
    ]
    return Section(
        "Compiled by mypyc",
        [
            "The same source, compiled into a directory of its own (but for the modules of actions and events, which "
            "mypyc cannot take), in the same run."
        ],
        ("engine", "steps/s, median", "÷ plain", "÷ OpenSpiel clone + apply"),
        rows,
    )


def _parts(parts: list[Parts]) -> Section:
    names = list(parts[0].costs)
    return Section(
        "Each part by itself",
        [
            f"Microseconds, the median over {parts[0].positions:,} positions of random play ({SEATS} seats, sets off), "
            "of the seat to act; every call is timed alone, so the timer's own cost is in each figure.",
        ],
        ("part", *(part.preset for part in parts)),
        [(name, *(f"{part.costs[name]:.2f}" for part in parts)) for name in names],
    )


def _lengths(lengths: list[Length]) -> Section:
    return Section(
        "Early and late in a round",
        [
            f"Microseconds of one step around the {LATE}th action of a round beside the {EARLY}th (± {WIDTH}), "
            "of the same rounds, in turns. Hands grow in random play, and with them what there is to list; the last "
            "ratio is of positions paired by the size of the hand to act.",
        ],
        (
            "preset",
            "rounds",
            f"at {EARLY}",
            f"at {LATE}",
            "ratio",
            f"hand at {EARLY}",
            f"hand at {LATE}",
            "ratio, equal hands",
            "pairs",
        ),
        [
            (
                one.preset,
                f"{one.rounds}",
                f"{one.early:.2f}",
                f"{one.late:.2f}",
                f"{one.ratio:.2f}",
                f"{one.early_hand:.1f}",
                f"{one.late_hand:.1f}",
                f"{one.alike_ratio:.2f}",
                f"{one.alike}",
            )
            for one in lengths
        ],
    )


def _sizes(sizes: list[Sizes]) -> Section:
    return Section(
        "Sizes at their worst",
        [
            f"Bytes on the wire, the largest over every position of whole random matches: {SEATS} seats, no entropy, "
            "an id of 36 bytes. Views are those of each seat and of a spectator, without legal actions.",
        ],
        ("preset", "matches", "positions", f"state (at most {STATE_LIMIT})", f"view (at most {VIEW_LIMIT})"),
        [(one.preset, f"{one.matches}", f"{one.positions:,}", f"{one.state}", f"{one.view}") for one in sizes],
    )


def goals(measured: Measured) -> list[Goal]:
    """Every figure that the engine set out to reach, as this run has measured it."""
    race = measured.race
    clone = race[CLONE]
    found = [
        Goal(
            "american step rate ÷ OpenSpiel clone + apply", paired_ratio(race[AMERICAN], clone), CLONE_RATIO, "×", True
        )
    ]
    if measured.compiled:
        ratio = paired_ratio(measured.compiled[AMERICAN], clone)
        found.append(Goal("the same, compiled", ratio, COMPILED_RATIO, "×", True))
    slower = paired_ratio(race[PAGE_ONE], race[AMERICAN])
    found.append(Goal("page_one step rate ÷ american", slower, NO_SLOWER, "×", True))
    for one in measured.lengths:
        found.append(Goal(f"{one.preset}: a step at action {LATE} ÷ at action {EARLY}", one.ratio, SAME, "×"))
        found.append(Goal(f"{one.preset}: the same, equal hands", one.alike_ratio, SAME, "×"))
    for part in measured.parts:
        found += [Goal(f"{part.preset}: {name}", part.costs[name], bound, "µs") for name, bound in PART_BOUNDS.items()]
    for size in measured.sizes:
        found.append(Goal(f"{size.preset}: largest state", size.state, STATE_LIMIT, "bytes"))
        found.append(Goal(f"{size.preset}: largest view", size.view, VIEW_LIMIT, "bytes"))
    return found


def _goals(measured: Measured) -> Section:
    allowance = f"Where a figure should be the same as another or no slower, {SAME - 1:.0%} of noise is allowed."
    return goals_section(goals(measured), allowance)


def goals_section(found: Sequence[Goal], before: str) -> Section:
    """Each goal, what was measured, and the verdict."""
    rows = [
        (
            goal.what,
            _figure(goal.measured, goal.unit),
            ("≥ " if goal.at_least else "≤ ") + _figure(goal.bound, goal.unit),
            goal.verdict,
        )
        for goal in found
    ]
    return Section("What was to be reached", [before], ("figure", "measured", "to reach", "verdict"), rows)


def _figure(value: float, unit: str) -> str:
    return f"{value:,.0f} {unit}" if unit == "bytes" else f"{value:.2f} {unit}"


def markdown(measured: Measured) -> str:
    """The report as a document."""
    return document(ENGINE_TITLE, measured.machine, sections(measured))


def document(title: str, machine: Machine, parts: Sequence[Section]) -> str:
    """Where it was measured, and the sections."""
    lines = [
        f"# {title}",
        "",
        "Written by `make bench`; do not edit. Of two machines or days only ratios can be compared.",
        "",
        *(f"- {line}" for line in machine.lines()),
    ]
    for section in parts:
        lines += ["", f"## {section.title}", ""]
        lines += [*section.before, ""]
        lines += [_row(section.head), _row(["---", *("---:" for _ in section.head[1:])]), *map(_row, section.rows)]
        if section.after:
            lines += ["", section.after[0], "", *section.after[1:]]
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def show_sections(machine: Machine, parts: Sequence[Section], console: Console) -> None:
    """Where it was measured, and the sections as tables."""
    for line in machine.lines():
        console.print(line, highlight=False)
    for section in parts:
        table = Table(title=section.title, title_justify="left")
        for at, name in enumerate(section.head):
            table.add_column(name, justify="right" if at else "left")
        for row in section.rows:
            table.add_row(*row)
        console.print()
        console.print(table)
