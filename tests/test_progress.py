"""Searches that are stopped, by limits or from outside, and what they say on their way."""

from __future__ import annotations

import _thread
import json
import re
import threading
import time
from math import inf
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_helpers import (
    LARGER,
    RULES,
    SMALL,
    Rules,
    late,
    name_of,
    search_of,
    table_of,
    with_rules,
)

from perfectplay import (
    ArgumentError,
    GameSpec,
    Gems,
    Position,
    Progress,
    Search,
    SetFunction,
    analyze,
    at_least,
    parse_game,
    solve,
)
from perfectplay.cli import progress, run
from perfectplay.score import Score

# Limits


@given(st.sampled_from(LARGER), st.sampled_from(RULES), st.integers(1, 4), st.integers(1, 20_000))
@settings(max_examples=settings().max_examples // 2)
def test_a_stopped_search_returns_proven_bounds(
    text: str, rules: Rules, seed: int, nodes: int
) -> None:
    game = with_rules(text, rules)
    position = late(game, 18, Random(seed))
    table = table_of(position)
    expected = {move.move: move.value for move in table.moves(position)}
    value = table.value(position)
    search = search_of(position, node_limit=nodes, without=("theory",))
    solution, analysis = search.solve(position), search.analyze(position)
    for answer in (solution, analysis.solution):
        low, high = answer.bounds
        assert low <= value <= high
        assert (answer.value is None) == (answer.status == "bounded")
        assert answer.value in (None, value)
        assert (answer.status == "solved") == (low == high)  # the line may have been cut short
        best = {move for move, worth in expected.items() if worth == value or low < high}
        assert set(answer.best_moves) <= best
    if analysis.values:
        assert analysis.values == table.moves(position)
        assert analysis.known == ()
    else:
        assert analysis.values == ()
        assert [known.move for known in analysis.known] == sorted(expected)
        for known in analysis.known:
            low, high = known.bounds
            assert low <= expected[known.move] <= high
    assert search.nodes <= 2 * (nodes + 1024)


@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_bounds_close_in_from_question_to_question(rules: Rules) -> None:
    game = with_rules("dots-and-boxes:2x4", rules)
    base = late(game, 20, Random(1))
    search = search_of(base, node_limit=20_000, memory_limit=1 << 24, without=("theory",))
    value = table_of(base).value(base)
    before = (-inf, inf)
    for _ in range(2_000):
        low, high = search.bounds(base)
        assert before[0] <= low <= value <= high <= before[1]
        assert search.known(base) == (low, high)
        if low == high:
            break
        before = low, high
    assert search.bounds(base) == (value, value)


def test_known_does_not_search() -> None:
    search = search_of(Position.start(parse_game("dots-and-boxes:3x3")))
    assert search.known(search.base) == (-9, 9)
    assert search.nodes == 0
    assert search.at_least(search.base, -4)
    nodes = search.nodes
    assert search.known(search.base)[0] >= -3
    assert search.nodes == nodes > 0


@pytest.mark.parametrize("text", ["dots-and-boxes:4x4", LARGER[-1], "triangles:4,objective=fewest"])
def test_no_time_at_all(text: str) -> None:
    game = parse_game(text)
    analysis = analyze(game, engine="search", time_limit=1e-9, memory_limit=SMALL)
    assert analysis.solution.status == "bounded"
    assert analysis.solution.bounds == (-game.total, game.total)
    assert len(analysis.known) == len(game)
    assert at_least(game, 0, time_limit=1e-9, memory_limit=SMALL).holds is None
    assert at_least(game, -game.total, time_limit=1e-9, memory_limit=SMALL).holds


STEPS = [1 << k for k in range(12)]
SLOW_SCORES: dict[str, tuple[int, Score]] = {  # F of all positions is made first
    "function": (12, SetFunction([STEPS[m.bit_count() - 1] if m else 0 for m in range(1 << 12)])),
    "gems": (16, Gems(40_000, tuple((39_999 - k, k, 2 * k) for k in range(16)))),
}


@pytest.mark.parametrize("name", SLOW_SCORES)
def test_limits_hold_before_the_search_begins(name: str) -> None:
    game = GameSpec(*SLOW_SCORES[name]).validate()
    cancel = threading.Event()
    cancel.set()
    stop: dict[str, Any]
    for stop in ({"time_limit": 1e-9}, {"cancel": cancel}):
        solution = solve(game, engine="search", memory_limit=SMALL, **stop)
        assert (solution.status, solution.bounds) == ("bounded", (-game.total, game.total))
        assert at_least(game, 0, engine="search", memory_limit=SMALL, **stop).holds is None


def test_a_time_limit_is_kept() -> None:
    game = parse_game("dots-and-boxes:4x4")
    search = search_of(Position.start(game), threads=2, time_limit=0.3)
    began = time.perf_counter()
    solution = search.solve(search.base)
    assert 0.3 <= time.perf_counter() - began < 1.5
    assert solution.status == "bounded"
    assert solution.bounds[0] <= 0 <= solution.bounds[1]  # a draw, see tests/data/values.csv
    assert solution.nodes == search.nodes > 0


LIMITS: list[tuple[dict[str, Any], str]] = [
    ({"threads": 0}, "threads is 0"),
    ({"node_limit": 0}, "node_limit is 0"),
    ({"node_limit": 1.5}, "node_limit is 1.5"),
    ({"time_limit": 0}, "time_limit is 0"),
    ({"time_limit": "x"}, "time_limit is 'x'; it is a number of seconds, > 0"),
    ({"time_limit": float("nan")}, "time_limit is nan"),
    ({"memory_limit": -1}, "memory_limit is -1"),
    ({"memory_limit": "1G"}, "memory_limit is '1G'; it is a number of bytes, >= 0"),
    ({"memory_limit": True}, "memory_limit is True"),
    ({"without": ("ordre",)}, "no technique 'ordre', did you mean order"),
]


@pytest.mark.parametrize(("wrong", "message"), LIMITS)
def test_limits_must_make_sense(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        search_of(Position.start(parse_game("triangles:2")), **wrong)


def test_points_are_whole_numbers() -> None:
    search = search_of(Position.start(parse_game("triangles:2")))
    with pytest.raises(ArgumentError, match=r"points is 1\.5; it must be an integer"):
        search.at_least(search.base, 1.5)  # type: ignore[arg-type]


# Stopped from outside


def still_right(search: Search) -> None:
    """A search that was stopped answers what comes next."""
    position = late(search.base.game, 14, Random(3))
    value = table_of(position).value(position)
    assert search.bounds(position) == (value, value)


@pytest.mark.parametrize("threads", [1, 2])
def test_another_thread_cancels(threads: int) -> None:
    cancel = threading.Event()
    search = search_of(Position.start(parse_game("dots-and-boxes:4x4")), cancel=cancel)
    timer = threading.Timer(0.2, cancel.set)
    timer.start()
    began = time.perf_counter()
    analysis = search.analyze(search.base)
    assert 0.2 <= time.perf_counter() - began < 1.2
    timer.join()
    assert analysis.solution.status == "bounded"
    assert analysis.solution.bounds[0] <= 0 <= analysis.solution.bounds[1]
    assert len(analysis.known) == 40
    nodes = search.nodes
    assert search.at_least(search.base, 1) is None  # it is still set
    assert search.nodes == nodes
    cancel.clear()
    still_right(search)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_search_quickly(threads: int) -> None:
    search = search_of(Position.start(parse_game("dots-and-boxes:4x4")), threads=threads)
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        search.solve(search.base)
    assert 0.2 <= time.perf_counter() - began < 1.2
    timer.join()
    still_right(search)


@pytest.mark.parametrize("threads", [1, 2])
def test_errors_of_the_callback_come_out(threads: int) -> None:
    ready = False

    def note(now: Progress) -> None:
        if not ready:
            raise RuntimeError("enough")

    game = parse_game("dots-and-boxes:4x4")
    search = search_of(Position.start(game), threads=threads, on_progress=note)
    for ask in (search.solve, search.analyze, search.bounds):
        with pytest.raises(RuntimeError, match="enough"):
            ask(search.base)
    ready = True
    still_right(search)


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_makes_sense(threads: int) -> None:
    seen: list[Progress] = []
    search = search_of(
        Position.start(parse_game("dots-and-boxes:3x4")),
        threads=threads,
        without=("prices", "loose"),
        on_progress=seen.append,
        memory_limit=16 * SMALL,
    )
    assert search.bounds(search.base) == (0, 0)
    assert len(seen) > 2
    assert {(now.engine, now.total) for now in seen} == {("search", None)}
    done = [now.done for now in seen]
    assert done == sorted(done)
    assert 0 < done[-1] <= search.nodes
    before = (-12, 12)
    for now in seen:
        assert now.bounds is not None
        low, high = now.bounds
        assert before[0] <= low <= 0 <= high <= before[1]
        before = low, high
    fill = [now.fill or 0.0 for now in seen]
    assert fill == sorted(fill)
    assert 0 < fill[-1] <= 1


# The command line


@pytest.mark.parametrize("with_rich", [True, False])
def test_a_line_about_the_search(
    with_rich: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 1e-9)
    monkeypatch.setattr(progress, "find_spec", lambda name: with_rich)
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich draws on terminals only
    monkeypatch.setenv("COLUMNS", "120")
    limits = ["--time-limit", "0.3", "--memory-limit", "1M", "--progress"]
    assert run(["solve", "dots-and-boxes:4x4", *limits]) == 3
    captured = capsys.readouterr()
    assert captured.out.startswith("not solved")
    line = r"value in [-+]\d+\.\.[-+]\d+, [\d,]+ nodes, [\d,]+/s, table \d+% full"
    assert re.search(line, captured.err)


@pytest.mark.parametrize(
    ("now", "line"),
    [
        (Progress("search", 3_000, None, (-3, 1), 0.25), "value in -3..+1, 3,000 nodes, 1,500/s"),
        (Progress("search", 0, None, None, None), "0 nodes, 0/s"),
    ],
)
def test_what_the_line_says(now: Progress, line: str) -> None:
    full = "" if now.fill is None else ", table 25% full"
    assert progress.search_line(now, 2.0) == line + full


def answer_of(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, Any]:
    code = run([*arguments, "--json", "--memory-limit", "1M"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("points", "holds", "heading"),
    [
        ("-3", True, "yes: the value for the player to move is at least -3"),
        ("-1", False, "no: the value for the player to move is at most -3"),
    ],
)
def test_asking_for_a_bound(
    points: str, holds: bool, heading: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["solve", "dots-and-boxes:3x3", "--at-least", points]
    code, answer = answer_of(command, capsys)
    assert code == 0
    assert list(answer) == [
        "game", "position", "objective", "at_least", "holds", "bounds", "engine", "nodes",
        "seconds",
    ]  # fmt: skip
    assert (answer["at_least"], answer["holds"], answer["engine"]) == (int(points), holds, "search")
    assert answer["bounds"][0] <= -3 <= answer["bounds"][1]
    assert run(command) == 0
    assert capsys.readouterr().out.startswith(f"{heading}\nsearch engine: ")


STOPPED = ["dots-and-boxes:4x4", "--node-limit", "3000"]


def test_a_bound_that_is_not_known(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["solve", *STOPPED, "--at-least", "1"]
    code, answer = answer_of(command, capsys)
    assert (code, answer["holds"]) == (3, None)
    assert answer["bounds"][0] < 1 <= answer["bounds"][1]
    assert run([*command, "--memory-limit", "1M"]) == 3
    heading = "not known whether the value for the player to move is at least +1: it is between "
    assert capsys.readouterr().out.startswith(heading)


def test_a_stopped_search_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = answer_of(["solve", *STOPPED], capsys)
    assert (code, answer["status"], answer["to_move_value"]) == (3, "bounded", None)
    low, high = answer["bounds"]
    assert low <= 0 <= high
    assert (answer["best_moves"], answer["line"], answer["engine"]) == ([], [], "search")
    assert 0 < answer["nodes"] < 10_000
    code, answer = answer_of(["analyze", *STOPPED], capsys)
    assert (code, answer["status"], answer["moves"]) == (3, "bounded", [])
    assert [move["move"] for move in answer["move_bounds"]] == list(range(40))
    for move in answer["move_bounds"]:
        assert list(move) == ["move", "name", "gain", "keeps_turn", "bounds"]
        assert -16 <= move["bounds"][0] <= move["bounds"][1] <= 16
    assert run(["analyze", *STOPPED, "--memory-limit", "1M"]) == 3
    out = capsys.readouterr().out
    assert out.startswith(f"not solved: the value for the player to move is between {low:+d} and ")
    assert "move  gain     value  turn\n0        0  -16..+16  passes\n" in out


def test_a_game_too_large_for_the_search(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "dots-and-boxes:6x6", "--engine", "search"]) == 1
    message = "perfectplay: 84 items are free; the search takes positions with at most 64\n"
    assert capsys.readouterr() == ("", message)
    assert run(["solve", "dots-and-boxes:2x2", "--node-limit", "0"]) == 2
