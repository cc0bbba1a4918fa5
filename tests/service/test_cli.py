"""The command line: what is typed goes in, what people read and exit codes come out."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import string
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from pathlib import Path

import pytest
from google.protobuf import json_format
from pageone import Client, UnavailableError
from pageone.v1 import action_pb2, card_pb2, engine_service_pb2, event_pb2, rules_pb2
from pageone_engine import PRESETS, apply, create_match
from pageone_engine.actions import Play
from pageone_engine.bots import suggest
from pageone_engine.notation import transcript_text
from pageone_engine.presets import AMERICAN_PAGE_ONE, IMOHORI
from pageone_engine.rules import AmericanPageOneRules, Rules
from pageone_engine.rules_check import validate_rules
from pageone_engine.terms import Phase, Strength, members
from pageone_engine.transcript import Transcript, transcript_of
from pageone_engine.view import view as view_of
from pageone_service.cli import app, phrases
from pageone_service.cli.local_rules import BY_NAME, LOCAL_RULES
from pageone_service.cli.own_server import server as own_server
from pageone_service.cli.phrases import LANGUAGES, PHRASES
from pageone_service.cli.rules_input import message_of
from pageone_service.cli.words import Narrator
from pageone_service.convert import put_action
from pageone_service.server import create_server
from pageone_service.settings import TABLE, Settings
from typer.testing import CliRunner, Result

COMMANDS = (
    *("serve", "demo", "play", "simulate", "rules", "verify", "health", "version"),
    *("api-key new", "ticket-key new", "ticket-key ids"),
)
PAGEONE = (sys.executable, "-m", "pageone_service.cli")
ANYWHERE = ("--address", "127.0.0.1:0", "--health-address", "127.0.0.1:0", "--admin-address", "127.0.0.1:0")
SECONDS = 120


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server in this process."""
    settings = Settings(
        address="127.0.0.1:0", health_address="", admin_address="", log_level="error", log_format="text"
    )
    with create_server(settings) as server:
        yield server.address


def run(*arguments: str, **options: str) -> Result:
    """`pageone ARGUMENTS` in this process, on a wide terminal."""
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def pageone(*arguments: str, variables: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """`pageone ARGUMENTS` as a process."""
    return subprocess.run(
        [*PAGEONE, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        env=environment(**(variables or {})),
    )


def environment(**variables: str) -> dict[str, str]:
    return {**os.environ, "COLUMNS": "200", "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8", **variables}


# help


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command_has_an_example(command: str) -> None:
    result = run(*command.split(), "--help")
    assert result.exit_code == 0
    assert "Example" in result.output
    assert f"pageone {command}" in result.output


def test_help_of_serve_tells_every_setting_and_its_variable() -> None:
    output = run("serve", "--help").output
    for row in TABLE:
        assert row.flag in output
        assert row.variable in output


def test_help_of_serve_tells_defaults_and_values_as_they_are_given() -> None:
    """An empty default is told in a word; a help's first letter becomes a capital, which no value may."""
    output = " ".join(run("serve", "--help").output.split())
    assert "[empty; PAGEONE_API_KEYS_FILE]" in output
    assert "[; " not in output
    assert "--ticket-keys-file FILE" in output
    assert "debug, info (a line for each call), warning or error. [info; PAGEONE_LOG_LEVEL]" in output


@pytest.mark.parametrize("columns", ["72", "80", ""])
def test_help_of_serve_cuts_no_name(columns: str) -> None:
    """Names are there to be copied: on a narrow terminal, and piped where the width is not known (empty)."""
    output = pageone("serve", "--help", variables={"COLUMNS": columns}).stdout
    words = set(re.findall(r"[\w-]+", output))
    assert {row.flag for row in TABLE} | {row.variable for row in TABLE} <= words
    assert "…" not in output
    assert re.search(r"^ +pageone serve --address 127\.0\.0\.1:0 .*--admin-address \"\"$", output, re.MULTILINE)


def test_version_tells_the_schema() -> None:
    assert re.search(r"state schema +1\b", run("version").output)


@pytest.mark.parametrize("arguments", [("nonsense",), ("play", "--seats", "9"), ("play", "--seat", "x"), ("verify",)])
def test_a_wrong_command_line_ends_with_2(arguments: tuple[str, ...]) -> None:
    assert run(*arguments).exit_code == 2


@pytest.mark.parametrize(("locale", "japanese"), [("ja_JP.UTF-8", True), ("C.UTF-8", False), ("de_DE.UTF-8", False)])
def test_the_language_is_the_terminals(locale: str, japanese: bool) -> None:
    result = pageone("rules", "imohori", variables={"LC_ALL": locale})
    assert result.returncode == 0
    assert bool(re.search("[ぁ-ん]", result.stdout)) == japanese


def test_a_terminal_without_signs_for_suits_shows_others() -> None:
    result = pageone("rules", "--list", "--language", "ja", variables={"PYTHONIOENCODING": "ascii"})
    assert result.returncode == 0
    assert "imohori" in result.stdout


# words


@pytest.mark.parametrize("key", PHRASES)
def test_a_phrase_has_the_same_fields_in_each_language(key: str) -> None:
    texts = PHRASES[key]
    assert len(texts) == len(LANGUAGES)
    named = [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in texts]
    assert named[0] >= named[1] or key in ("put_back",), key


def test_every_phrase_is_said_somewhere() -> None:
    sources = Path(phrases.__file__).parent.glob("*.py")
    code = "".join(file.read_text(encoding="utf-8") for file in sources if file.name != "phrases.py")
    assert [key for key in PHRASES if not re.search(rf"[\"']{key}[\"']", code) and key not in PRESETS] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [field.name for field in event_pb2.Event.DESCRIPTOR.fields])
def test_each_kind_of_event_is_told(kind: str, language: str) -> None:
    """Whatever the engine sends: also an event of which every field is zero."""
    event = event_pb2.Event()
    part = getattr(event, kind)
    part.SetInParent()
    if kind == "cards_drawn":
        part.reason = event_pb2.DRAW_REASON_TURN
    if kind == "offense_called_out":
        part.offense = action_pb2.OFFENSE_MISSED_CALL
    if kind == "round_ended":
        part.outcome = event_pb2.ROUND_OUTCOME_WON
    told = Narrator(language, 4, 0).tell(event)
    assert told.strip()
    assert "{" not in told


# rules


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*PRESETS, *BY_NAME])
def test_rules_in_words(name: str, language: str) -> None:
    result = run("rules", name, "--language", language)
    assert result.exit_code == 0
    assert name in result.output
    assert result.output.count("•") > 8
    assert bool(re.search("[ぁ-ん]", result.output.replace("ページワン", ""))) == (language == "ja" or name == "other")


def test_the_list_has_every_name() -> None:
    names = {line.split()[0] for line in run("rules", "--list").output.splitlines() if line.strip()}
    assert names >= {*PRESETS, *BY_NAME}


@pytest.mark.parametrize("name", PRESETS)
def test_json_of_a_preset_reads_back(name: str, tmp_path: Path) -> None:
    printed = run("rules", name, "--json").output
    assert json_format.Parse(printed, rules_pb2.Rules()) == message_of(PRESETS[name])
    file = tmp_path / "house.json"
    file.write_text(printed, encoding="utf-8")
    assert run("rules", str(file)).output == run("rules", name).output


def test_json_shows_every_field_to_edit() -> None:
    """What is false or 0 stands there, too."""
    printed = json.loads(run("rules", "american_page_one", "--json").output)
    assert printed["rounds"] == 0
    assert printed["americanPageOne"]["sets"] is False


def test_refused_rules_name_every_fault(tmp_path: Path) -> None:
    message = message_of(AMERICAN_PAGE_ONE)
    message.scoring = rules_pb2.SCORING_PLACEMENT
    message.american_page_one.specials.skip = card_pb2.RANK_TWO
    file = tmp_path / "house.json"
    file.write_text(json_format.MessageToJson(message), encoding="utf-8")
    result = run("rules", str(file))
    assert result.exit_code == 1
    assert "scoring" in result.output
    assert "american_page_one.specials.skip" in result.output
    japanese = run("rules", str(file), "--language", "ja")
    assert "american_page_one.specials.skip" in japanese.output
    assert re.search("[ぁ-ん]", japanese.output)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("{", "house.json"),
        ('{"calls": {"mised": 1}}', "mised"),
        ('{"rounds": "many"}', "rounds"),
        ("[" * 5000, "house.json"),
        ("[]", "house.json"),
    ],
)
def test_a_file_that_is_no_rules_is_told_with_its_field(text: str, named: str, tmp_path: Path) -> None:
    file = tmp_path / "house.json"
    file.write_text(text, encoding="utf-8")
    result = run("rules", str(file))
    assert result.exit_code == 2
    assert named in result.output


def test_a_files_faults_are_told_all_at_once_with_the_choices(tmp_path: Path) -> None:
    """docs/cli.md: what is wrong is told all at once: what cannot be read, and what cannot be played."""
    data = json.loads(json_format.MessageToJson(message_of(AMERICAN_PAGE_ONE)))
    data |= {"decks": 9, "scoring": "NOPE", "foo": 1, "turn_limit": 5, "jokers": -1, "penalties": 3}
    data["americanPageOne"]["dobon"] = {"enabled": "perhaps", "bar": 1}
    data["pageOne"] = {}
    file = tmp_path / "house.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    result = run("rules", str(file))
    assert result.exit_code == 2
    lines = result.output.splitlines()
    for told in (
        "scoring: must be one of SCORING_CARD_COUNT, SCORING_CARD_POINTS, SCORING_PLACEMENT, not 'NOPE'",
        "foo: there is no such field; there are name, rounds, decks,",
        "jokers: must be a whole number from 0 to 4294967295, not -1",
        "penalties: must be an object in braces, not 3",
        "american_page_one.dobon.enabled: must be true or false, not 'perhaps'",
        "american_page_one.dobon.bar: there is no such field; there are enabled, on_starter, dobon_return",
        "turn_limit: is given as turnLimit, too; keep one",
        "american_page_one: goes not together with page_one; keep one",
    ):
        assert any(told in line for line in lines), (told, result.output)
    for word in ("protobuf", "Failed to parse", "pageone.v1"):
        assert word not in result.output


def test_what_cannot_be_read_does_not_hide_what_cannot_be_played(tmp_path: Path) -> None:
    """The rest of the rules is checked as far as it can be read, but for the fields that could not be."""
    file = tmp_path / "house.json"
    file.write_text('{"name": "x", "decks": 9, "scoring": "NOPE", "foo": 1}', encoding="utf-8")
    lines = run("rules", str(file)).output.splitlines()
    assert len([line for line in lines if "scoring: " in line]) == 1
    for path in ("decks", "calls", "penalties"):
        assert len([line for line in lines if line.startswith(f"{path}: ")]) == 1, lines


@pytest.mark.parametrize("given", ["no_such_rules", "no/such/file.json"])
def test_rules_that_are_nowhere_end_with_2(given: str) -> None:
    """The argument is called in every message what it is called in the command line: rules."""
    for command in ("rules", "play"):
        result = run(command, given)
        assert result.exit_code == 2
        assert f"rules: there are no rules called '{given}'" in result.output or given.endswith(".json")
        assert given in result.output
        assert "RULES" not in result.output
    assert run("rules").output.startswith("rules: no rules are named")


def test_a_file_of_other_bytes_ends_with_2(tmp_path: Path) -> None:
    file = tmp_path / "house.json"
    file.write_bytes(b"\xff\xfe\x00")
    assert run("rules", str(file)).exit_code == 2
    assert run("rules", str(tmp_path)).exit_code == 2


# local rules


@pytest.mark.parametrize("name", BY_NAME)
def test_local_rules_can_be_played(name: str) -> None:
    for seats in range(2, 9):
        assert validate_rules(BY_NAME[name].rules, seats) == [], seats


def values_of(rules: Rules) -> Iterator[tuple[str, object]]:
    """Each field of rules by its path, nested ones too."""
    for field in fields(rules):
        yield from flattened(field.name, getattr(rules, field.name))


def flattened(path: str, value: object) -> Iterator[tuple[str, object]]:
    if hasattr(value, "__dataclass_fields__"):
        for field in fields(value):  # type: ignore[arg-type]
            yield from flattened(f"{path}.{field.name}", getattr(value, field.name))
    else:
        yield path, value


def test_each_local_rule_changes_the_preset() -> None:
    for rule in LOCAL_RULES:
        changed = dict(values_of(replace(rule.rules, name=AMERICAN_PAGE_ONE.name)))
        assert changed != dict(values_of(AMERICAN_PAGE_ONE)), rule.name


def test_local_rules_reach_every_option_of_the_american_game() -> None:
    """The table "Local rules": each field of the American rules, each value of each of its enums, is in a variant."""
    seen: dict[str, set[object]] = {}
    for rules in (AMERICAN_PAGE_ONE, *(rule.rules for rule in LOCAL_RULES)):
        for path, value in values_of(rules):
            seen.setdefault(path, set()).add(value)
    missing = [path for path in seen if path.startswith("game.") and len(seen[path]) < 2]
    assert missing == []
    for name, term in ENUMS.items():
        assert seen[f"game.{name}"] == set(members(term).values()), name
    assert seen["round_end"] == {1, 2}
    assert seen["calls.missed"] == {1, 2}
    for penalty in ("missed_call", "illegal_play", "special_finish"):
        assert seen[f"penalties.{penalty}"] >= {0, 1, 2, 5}


def enums() -> dict[str, type]:
    from pageone_engine import terms

    return {
        "evasion": terms.Evasion,
        "special_finish": terms.SpecialFinish,
        "draw": terms.DrawRule,
        "starter": terms.Starter,
        "illegal_play": terms.IllegalPlay,
        "joker_play": terms.JokerPlay,
        "dobon.dobon_return": terms.DobonReturn,
    }


ENUMS = enums()


def test_everything_is_as_many_local_rules_as_go_together() -> None:
    everything = BY_NAME["everything"].rules
    assert isinstance(everything.game, AmericanPageOneRules)
    changed = {
        path
        for (path, ours), (_, theirs) in zip(values_of(everything), values_of(AMERICAN_PAGE_ONE), strict=True)
        if ours != theirs
    }
    assert {"game.evasion", "game.sets", "game.dobon.enabled", "game.joker_play", "game.illegal_play"} <= changed
    assert {"round_end", "scoring", "calls.penultimate", "penalties.false_call_out"} <= changed


# serve


def test_serve_says_when_it_is_ready_and_stops_in_order() -> None:
    command = [*PAGEONE, "serve", *ANYWHERE, "--no-solo", "--drain-seconds", "0", "--log-level", "warning"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.match(r"Page One is ready on (127\.0\.0\.1:\d+) ", line)
        assert found, line
        with Client(found[1]) as client:
            assert [each.rules.name for each in client.rule_sets()] == list(PRESETS)
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read() == ""
        assert process.wait(SECONDS) == 0


def test_serve_takes_a_variable_and_a_flag_before_it() -> None:
    command = [*PAGEONE, "serve", "--address", "127.0.0.1:0", "--drain-seconds", "0"]
    variables = environment(
        PAGEONE_ADDRESS="nonsense", PAGEONE_HEALTH_ADDRESS="", PAGEONE_ADMIN_ADDRESS="", PAGEONE_LOG_LEVEL="error"
    )
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=variables) as process:
        assert process.stdout is not None
        assert re.fullmatch(r"Page One is ready on 127\.0\.0\.1:\d+\n", process.stdout.readline())
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 0


def test_serve_warns_of_a_misspelt_variable_in_its_log() -> None:
    """A misspelt flag is refused; a variable may be somebody else's, so it is told and left alone."""
    command = [*PAGEONE, "serve", *ANYWHERE, "--no-solo", "--drain-seconds", "0", "--log-level", "warning"]
    variables = environment(PAGEONE_THREDS="3", PAGEONE_SERVICE_HOST="10.0.0.1")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=variables) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Page One is ready on ")
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=SECONDS)
    assert process.returncode == 0
    (line,) = (json.loads(line) for line in log.splitlines())
    assert line["variable"] == "PAGEONE_THREDS"
    assert line["hint"] == "there is no such setting; did you mean PAGEONE_THREADS?"


def test_serve_names_every_wrong_setting() -> None:
    result = run("serve", "--threads", "0", "--log-level", "loud", "--address", "0.0.0.0:0")
    assert result.exit_code == 2
    for flag in ("--threads", "--log-level", "--address"):
        assert flag in result.output


def test_serve_on_a_port_that_is_taken_ends_with_1() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = pageone("serve", "--address", f"127.0.0.1:{port}", "--health-address", "", "--admin-address", "")
    assert result.returncode == 1
    assert f"127.0.0.1:{port}" in result.stderr
    assert "Traceback" not in result.stderr


# demo


def test_demo_ends_with_standings_for_every_preset_and_local_rule() -> None:
    """A process with a server of its own; short matches of quick bots."""
    result = pageone("demo", "--fast", "--rounds", "1", "--seats", "3", "--bots", "stand_in", "--language", "en")
    assert result.returncode == 0, result.stderr
    for title in ("Page One", "Imohori", "Only One", "American Page One", *(f"+ {rule.en}" for rule in LOCAL_RULES)):
        assert re.search(rf"│ {re.escape(title)} +│ +1 │ +[01] │ +\d+ │ 1\. \w+ -?\d+ ", result.stdout), title
    assert f"{4 + len(LOCAL_RULES)} matches played over gRPC" in result.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_demo_prints_a_whole_match_readably(address: str, language: str) -> None:
    arguments = ("demo", "--address", address, "--only", "everything", "--language", language, "--seed", "7")
    result = run(*arguments, "--rounds", "2")
    assert result.exit_code == 0
    narrator = Narrator(language, 4)
    for key in ("round_won", "match_ended", "standings"):
        assert narrator.say(key) in result.output
    assert result.output.count("♠") > 20
    assert re.search("[ぁ-ん]", result.output.replace("ページバン", "").replace("ノームサイ", "")) or language == "en"


def test_demo_repeats_itself(address: str) -> None:
    arguments = ("demo", "--address", address, "--only", "american_page_one", "--rounds", "1", "--seed", "same")
    first, second = (run(*arguments).output for _ in range(2))
    told = [output[: output.rindex("matches played")] for output in (first, second)]
    assert told[0] == told[1]
    assert run(*arguments[:-1], "other").output[:2000] != first[:2000]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--only", "bridge"), "bridge"),
        (("--bots", "hard"), "later release"),
        (("--bots", "clever"), "clever"),
        (("--bots", "easy,normal"), "--bots"),
    ],
)
def test_demo_says_what_is_wrong(arguments: tuple[str, ...], named: str) -> None:
    result = run("demo", *arguments)
    assert result.exit_code == 2
    assert named in result.output


def test_nobody_at_the_address_ends_with_1() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"127.0.0.1:{free.getsockname()[1]}"
    result = run("demo", "--address", nobody)
    assert result.exit_code == 1
    assert "server" in result.output


def test_a_server_of_ones_own_is_gone_afterwards() -> None:
    with own_server(None) as reached, Client(reached) as client:
        assert client.rule_sets()
    with Client(reached) as client, pytest.raises(UnavailableError):
        client.rule_sets()


# simulate


def test_simulate_tells_rates_lengths_and_rounds() -> None:
    result = run(
        "simulate", "--match", "normal,random", "-n", "6", "--rules", "imohori", "--rounds", "1", "--jobs", "1"
    )
    assert result.exit_code == 0
    for word in ("normal", "random", "seat 0", "seat 1", "Length of a match", "void", "95 %"):
        assert word in result.output


def test_simulate_repeats_itself_in_any_number_of_processes() -> None:
    arguments = ("simulate", "--match", "easy", "-n", "4", "--rounds", "1", "--seed", "5", "--mistakes", "0.1")
    told = [re.sub("milliseconds.*", "", pageone(*arguments, "--jobs", jobs).stdout) for jobs in ("1", "2")]
    assert told[0] == told[1]
    assert "Wins of 4 matches" in told[0]


@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        (("--match", "hard"), 2, "later release"),
        (("--match", "easy,easy,easy", "--seats", "2"), 2, "--match"),
        (("-n", "0"), 2, "--matches"),
        (("--rules", "bridge"), 2, "bridge"),
        (("--rules", "one_pack_without_jokers", "--match", "easy", "--seats", "8", "--rounds", "101"), 2, "--rounds"),
    ],
)
def test_simulate_says_what_is_wrong(arguments: tuple[str, ...], code: int, named: str) -> None:
    result = run("simulate", *arguments)
    assert result.exit_code == code
    assert named in result.output


# verify


def played(rules: Rules = IMOHORI, seed: bytes = bytes(32)) -> Transcript:
    """A whole match of stand-ins, written down."""
    state, _ = create_match(rules, 2, seed, match_id="kitchen table")
    start = state
    actions = []
    while state.phase == Phase.TURN:
        action = suggest(view_of(state, state.turn), Strength.STAND_IN)
        assert action is not None
        actions.append(action)
        state, _ = apply(state, action)
    return transcript_of(start, actions)


def message(transcript: Transcript) -> engine_service_pb2.Transcript:
    out = engine_service_pb2.Transcript(
        rules=message_of(transcript.rules),
        seats=transcript.seats,
        seed=transcript.seed,
        first_dealer=transcript.first_dealer,
        match_id=transcript.match_id,
    )
    for action in transcript.actions:
        assert action is not None
        put_action(out.actions.add(), action)
    return out


COMMITMENT = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"  # SHA-256 of 32 zeros


@pytest.mark.parametrize("form", ["text", "json", "binary"])
def test_a_transcript_in_each_form_is_verified(form: str, tmp_path: Path) -> None:
    transcript = played()
    data = {
        "text": transcript_text(transcript).encode(),
        "json": json_format.MessageToJson(message(transcript)).encode(),
        "binary": message(transcript).SerializeToString(),
    }[form]
    file = tmp_path / "match"
    file.write_bytes(data)
    result = run("verify", str(file))
    assert result.exit_code == 0
    assert f"Verified: {len(transcript.actions)} actions" in result.output
    assert run("verify", str(file), "--commitment", COMMITMENT).exit_code == 0
    assert run("verify", str(file), "--form", form).exit_code == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_transcript_that_does_not_hold_says_where(language: str, tmp_path: Path) -> None:
    transcript = played()
    at = next(at for at, action in enumerate(transcript.actions) if at > 3 and type(action) is Play)
    transcript.actions.insert(at, transcript.actions[at])
    file = tmp_path / "match.txt"
    file.write_text(transcript_text(transcript), encoding="utf-8")
    result = run("verify", str(file), "--language", language)
    assert result.exit_code == 1
    assert re.search(rf"\b{at + 1}\b|{at + 1}手目", result.output), result.output
    assert "REFUSAL_" in result.output


def test_another_commitment_is_not_verified(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(transcript_text(played(), bytes(32)), encoding="utf-8")
    assert run("verify", str(file)).exit_code == 1
    assert run("verify", str(file), "--commitment", COMMITMENT).exit_code == 0


@pytest.mark.parametrize(
    "data", [b"", b"hello", b"{", b"\xff\x00\xfe", b"seats: 4\n", b"seats: four\nrules: imohori\nseed: 00\n"]
)
def test_what_is_no_transcript_ends_with_2(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "match"
    file.write_bytes(data)
    result = run("verify", str(file))
    assert result.exit_code == 2
    assert str(file) in result.output.replace("\n", "")


@pytest.mark.parametrize("data", [b"garbage\n", b"\xff\x00\xfe", b"[1]", b"\x10\x04"])
def test_what_has_no_form_at_all_is_told_so_in_a_sentence(data: bytes, tmp_path: Path) -> None:
    """No guess at a form, no words of protobuf's; bytes that protobuf reads as a message without rules are none."""
    file = tmp_path / "match"
    file.write_bytes(data)
    result = run("verify", str(file))
    assert result.exit_code == 2
    said = result.output.replace("\n", " ")
    assert "is not recognised as a transcript in any of the three forms: text, proto3 JSON, binary protobuf" in said
    assert "Error parsing" not in said
    told = run("verify", str(file), "--form", "binary").output
    assert "Error parsing" not in told


def test_a_commitment_that_is_none_ends_with_2(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(transcript_text(played()), encoding="utf-8")
    for text in ("xyz", "00", COMMITMENT + "00"):
        assert run("verify", str(file), "--commitment", text).exit_code == 2
    assert run("verify", str(tmp_path / "nothing.txt")).exit_code == 2
