"""The search equals the table engine on every kind of game, and keeps its limits."""

from __future__ import annotations

import _thread
import json
import threading
import time
from functools import cache
from itertools import product
from math import inf
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions
from string_games import game_of, pieces

from perfectplay import (
    FAMILIES,
    ArgumentError,
    Game,
    GameSpec,
    Gems,
    Match,
    MemoryLimitError,
    Objective,
    Position,
    Progress,
    Region,
    Regions,
    Search,
    SetFunction,
    Table,
    TurnRule,
    analyze,
    at_least,
    opened_value,
    parse_game,
    solve,
)
from perfectplay.cli import run
from perfectplay.masks import bits
from perfectplay.table import tabulate

ROUNDS = max(1, settings().max_examples // 500)
Rules = tuple[TurnRule, Objective]
RULES: list[Rules] = list(product(TurnRule, Objective))
SMALL = 1 << 20  # bytes, the least a search takes
seeded = st.randoms(use_true_random=False)


def name_of(rules: Rules) -> str:
    return "-".join(rule.value for rule in rules)


def table_of(position: Position) -> Table:
    table = tabulate(position.game, position, threads=1)
    assert table is not None
    return table


def search_of(position: Position, **options: Any) -> Search:
    return Search(position.game, position, **({"threads": 1, "memory_limit": SMALL} | options))


def above(position: Position, rng: Random) -> Position:
    """Return a random position above another one, near it, near the end or between."""
    likely = rng.random()
    free = bits(position.game.all & ~position.mask)
    return Position(
        position.game, position.mask | sum(1 << i for i in free if rng.random() < likely)
    )


def late(game: Game, most: int, rng: Random) -> Position:
    """Return a random position with at most so many free items."""
    free = list(bits(game.all & ~game.start))
    taken = rng.sample(free, max(0, len(free) - most))
    return Position(game, sum(1 << i for i in taken))


def with_rules(text: str, rules: Rules) -> Game:
    game = parse_game(text)
    turn = "" if rules[0] is game.turn else f",turn={rules[0].value}"
    objective = "" if rules[1] is game.objective else f",objective={rules[1].value}"
    return parse_game(text + turn + objective)


def asks_like_the_table(search: Search, table: Table, position: Position, rng: Random) -> None:
    """All questions whether the value reaches a bound, in any order."""
    value = table.value(position)
    most = 1 if position.game.objective is Objective.LAST else position.rest
    points = list(range(-most - 1, most + 2)) if most < 20 else [value, value + 1, value - 3, -most]
    for b in rng.sample(points, len(points)):
        assert search.at_least(position, b) is (value >= b)
    assert search.known(position) == (value, value)


# Values


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_values_of_every_family_and_rule(name: str, rules: Rules) -> None:
    rng = Random(f"{name} {rules}")
    game = with_rules(FAMILIES[name].example, rules)
    for _ in range(ROUNDS):
        base = late(game, 12, rng)
        table, search, other = table_of(base), search_of(base), search_of(base)
        for _ in range(25):
            position = above(base, rng)
            value = table.value(position)
            assert search.bounds(position) == (value, value)
        for _ in range(5):
            asks_like_the_table(other, table, above(base, rng), rng)


@given(positions(), seeded)
def test_values_and_null_windows_of_random_games(base: Position, rng: Random) -> None:
    table, search = table_of(base), search_of(base)
    for position in (base, above(base, rng), above(base, rng)):
        value = table.value(position)
        assert search.bounds(position) == (value, value)
    asks_like_the_table(search_of(base), table, base, rng)


@given(positions(most=8))
def test_solutions_of_random_games_are_those_of_the_table(position: Position) -> None:
    game = position.game
    expected = analyze(game, position, engine="table")
    found = solve(game, position, engine="search", threads=1, memory_limit=SMALL)
    assert (found.status, found.engine) == ("solved", "search")
    assert found.bounds == expected.solution.bounds
    assert found.best_moves == expected.solution.best_moves[:1]
    assert found.best_moves_complete is not bool(position.moves)
    assert found.line == expected.solution.line
    whole = analyze(game, position, engine="search", threads=1, memory_limit=SMALL)
    assert whole.values == expected.values
    assert whole.known == ()
    assert whole.solution.best_moves == expected.solution.best_moves
    assert whole.solution.best_moves_complete
    assert (whole.solution.bounds, whole.solution.line) == (found.bounds, found.line)


LARGER = [
    "dots-and-boxes:2x4",
    "dots-and-boxes:3x3,border=icelandic",
    "triangles:3,border=drawn",
    "honeycomb:4",
    "complete:6",
    "wheel:8",
    'gems:{"melt":3,"bags":' + str([[k % 4 + 1, k % 3 + 2, k % 5 + 1] for k in range(14)]) + "}",
]


@pytest.mark.parametrize("text", LARGER)
def test_larger_games_are_solved_as_by_the_table(text: str) -> None:
    for rules in RULES:
        game = with_rules(text, rules)
        position = late(game, 16, Random(text))
        expected = analyze(game, position, engine="table")
        found = analyze(game, position, engine="search", memory_limit=4 * SMALL)
        assert (found.values, found.solution.line) == (expected.values, expected.solution.line)
        value, rest = expected.solution.value, position.rest
        assert value is not None
        for points in (-rest - 1, value - 1, value, value + 1, rest + 1):
            answer = at_least(game, points, position, memory_limit=SMALL)
            assert (answer.holds, answer.engine) == (value >= points, "search")
            assert answer.bounds[0] <= value <= answer.bounds[1]


@pytest.mark.parametrize("total", [127, 128, 255, 256, 5_000, 32_767])
@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_wide_values(total: int, rules: Rules) -> None:
    rng = Random(total)
    cuts = sorted(rng.sample(range(1, total), 11))
    weights = [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]
    parts = tuple(Region(rng.randrange(1, 1 << 9), weight) for weight in weights)
    steps = [0, *(sum(weights[:k]) for k in range(2, 12)), total]
    scores = [
        (9, Regions(parts)),
        (9, Gems(1, tuple((weight,) for weight in weights[:9]))),
        (9, Gems(7, tuple((weight, 7 * k) for k, weight in enumerate(weights[:9])))),
        (11, SetFunction([steps[mask.bit_count()] for mask in range(1 << 11)])),
    ]
    for n, score in scores:
        game = GameSpec(n, score, *rules).validate()
        base = Position.start(game)
        table, search = table_of(base), search_of(base)
        for position in (base, *(above(base, rng) for _ in range(10))):
            value = table.value(position)
            assert search.bounds(position) == (value, value)


# Threads and memory


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("dots-and-boxes:2x4", ()),
        ("dots-and-boxes:2x4", ("theory",)),
        ("triangles:3,objective=fewest", ()),
        ("dots-and-boxes:2x3,objective=last", ()),
        ("triangles:3,turn=alternate", ()),
        (LARGER[-1], ()),
    ],
)
def test_threads_make_no_difference(text: str, without: tuple[str, ...]) -> None:
    rng = Random(text)
    base = Position.start(parse_game(text))
    table = table_of(base)
    asked = [base, *(above(base, rng) for _ in range(60))]
    for threads in (1, 2, 5):
        search = search_of(base, threads=threads, without=without)
        assert search.threads == threads
        for position in asked:
            value = table.value(position)
            assert search.bounds(position) == (value, value)
    two = search_of(base, threads=2, without=without)
    for position in rng.sample(asked, 20):
        points = rng.randint(-position.rest, position.rest)
        assert two.at_least(position, points) is (table.value(position) >= points)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("dots-and-boxes:3x3", {"without": ("theory",)}),
        ("dots-and-boxes:3x3,objective=last", {}),
        ("dots-and-boxes:2x5", {"threads": 2}),
    ],
)
def test_a_full_table_is_still_right(text: str, options: dict[str, Any]) -> None:
    base = Position.start(parse_game(text))
    search = search_of(base, **options)
    value = table_of(base).value(base)
    assert search.bounds(base) == (value, value)
    entries = SMALL // 16
    assert search.nodes > 1.3 * entries
    assert 0.8 * entries < search.stored <= entries


def test_a_search_needs_some_memory() -> None:
    with pytest.raises(MemoryLimitError, match=r"a search needs 1 MiB .*, but 500 KiB are"):
        solve("dots-and-boxes:2x2", engine="search", memory_limit=500 << 10)


@pytest.mark.parametrize("text", ["dots-and-boxes:3x4", "dots-and-boxes:2x4,objective=fewest"])
def test_one_thread_looks_at_the_same_nodes_each_time(text: str) -> None:
    base = Position.start(parse_game(text))
    counts = []
    for _ in range(2):
        search = search_of(base, memory_limit=64 * SMALL)
        assert search.bounds(base) == (0, 0)  # for 3x4 see tests/data/values.csv
        counts.append(search.nodes)
    assert counts[0] == counts[1]
    assert counts[0] < 600_000


# How many items


def value_of_two_heaps(rules: Rules) -> int:
    """Return the value of 64 items of which each half makes points together, 1 and 3."""

    @cache
    def value(one: int, other: int) -> int:
        values = []
        for left, after, points in ((one, (one - 1, other), 1), (other, (one, other - 1), 3)):
            if left:
                gain = points * (left == 1)
                values.append(game.move_value(gain, value(*after)))
        best = min if game.objective is Objective.FEWEST else max
        return best(values, default=game.final_value)

    game = two_heaps(rules)
    return value(32, 32)


def two_heaps(rules: Rules) -> Game:
    half = (1 << 32) - 1
    return GameSpec(64, Regions((Region(half, 1), Region(half << 32, 3))), *rules).validate()


@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_64_alike_items(rules: Rules) -> None:
    search = search_of(Position.start(two_heaps(rules)))
    value = value_of_two_heaps(rules)
    assert search.bounds(search.base) == (value, value)
    assert len(search.solve(search.base).line) == 64


@pytest.mark.parametrize("weight", [1, 2])
def test_64_items_that_each_make_points(weight: int) -> None:
    regions = Regions(tuple(Region(1 << i, weight) for i in range(64)))
    solution = solve(GameSpec(64, regions).validate(), engine="search", memory_limit=SMALL)
    assert solution.value == 64 * weight
    assert solution.line == tuple(range(64))


@pytest.mark.parametrize("lengths", [(63,), (31, 31), (-64,), (-32, -32), (-8,) * 8])
def test_64_strings(lengths: tuple[int, ...]) -> None:
    search = search_of(Position.start(game_of(pieces(*lengths))))
    assert len(search.base.moves) == 64
    value = 0
    for length in lengths:  # all alike: each is opened by the loser, but for two or four coins
        value = -opened_value(abs(length), value, loop=length < 0)
    assert search.bounds(search.base) == (value, value)


@pytest.mark.parametrize("text", ["dots-and-boxes:5x5", "dots-and-boxes:6x6", "triangles:9"])
def test_more_than_64_free_items_are_refused_but_not_late_in_the_game(text: str) -> None:
    game = parse_game(f"{text},objective=fewest")
    position = late(game, 64, Random(text))
    search = search_of(position)  # with 64 free items
    end = late(game, 10, Random(text))
    end = Position(game, position.mask | end.mask)
    value = table_of(end).value(end)
    assert search.bounds(end) == (value, value)
    if len(game) <= 64:
        return
    message = f"{len(game)} items are free; the search takes positions with at most 64"
    with pytest.raises(ArgumentError, match=message):
        search_of(Position.start(game))
    with pytest.raises(ArgumentError, match=message):
        solve(game, engine="search")


@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_nothing_left(rules: Rules) -> None:
    for game in (GameSpec(0, Regions(()), *rules).validate(), with_rules("triangles:2", rules)):
        end = Position(game, game.all)
        search = search_of(end)
        value = game.final_value
        assert search.bounds(end) == (value, value)
        assert search.at_least(end, value)
        assert not search.at_least(end, value + 1)
        solution = search.solve(end)
        assert (solution.value, solution.best_moves, solution.line) == (value, (), ())
        assert (solution.status, solution.best_moves_complete) == ("solved", True)
        assert search.analyze(end).values == ()


def test_positions_that_are_not_above_the_base() -> None:
    game = parse_game("triangles:2")
    search = search_of(Position.parse(game, "1 2"))
    other = Position.parse(parse_game("triangles:2,turn=alternate"), "1 2 3")
    for wrong in (Position.start(game), Position.parse(game, "1 3"), other):
        for ask in (search.bounds, search.known, search.solve, search.analyze):
            with pytest.raises(KeyError, match="is not above '1 2' in triangles:2"):
                ask(wrong)
        with pytest.raises(KeyError, match="is not above"):
            search.at_least(wrong, 0)


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
        assert bool(answer.best_moves) == bool(answer.line) == (answer.status == "solved")
    if analysis.solution.status == "solved":
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
    search = search_of(base, node_limit=2_000, without=("theory",))
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
SLOW_SCORES = {  # F of all positions is made first
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
    ({"memory_limit": -1}, "memory_limit is -1"),
    ({"without": ("ordre",)}, "no technique 'ordre', did you mean order"),
]


@pytest.mark.parametrize(("wrong", "message"), LIMITS)
def test_limits_must_make_sense(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        search_of(Position.start(parse_game("triangles:2")), **wrong)


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

    def note(progress: Progress) -> None:
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
    assert {(progress.engine, progress.total) for progress in seen} == {("search", None)}
    done = [progress.done for progress in seen]
    assert done == sorted(done)
    assert 0 < done[-1] <= search.nodes
    before = (-12, 12)
    for progress in seen:
        assert progress.bounds is not None
        assert progress.fill is not None
        low, high = progress.bounds
        assert before[0] <= low <= 0 <= high <= before[1]
        before = low, high
        assert 0 <= progress.fill <= 1
    assert seen[-1].fill == max(progress.fill or 0 for progress in seen) > 0


# Which engine


@pytest.mark.parametrize(
    ("text", "options", "engine", "reason"),
    [
        ("dots-and-boxes:2x2", {}, "table", "a table of 1,296 positions is quick"),
        (
            "dots-and-boxes:3x3",
            {"memory_limit": SMALL},
            "search",
            "a table of 5,308,416 positions does not fit 1 MiB",
        ),
        (
            "dots-and-boxes:4x4",
            {"node_limit": 1, "memory_limit": SMALL},
            "search",
            "a table of 347,892,350,976 positions would take longer",
        ),
        ("dots-and-boxes:2x2", {"engine": "table"}, "table", ""),
        ("dots-and-boxes:2x2", {"engine": "search"}, "search", ""),
        ("dots-and-boxes:2x2", {"engine": "reference"}, "reference", ""),
    ],
)
def test_solve_says_which_engine_and_why(
    text: str, options: dict[str, Any], engine: str, reason: str
) -> None:
    solution = solve(text, **options)
    assert (solution.engine, solution.reason) == (engine, reason)
    solution = analyze(text, **options).solution
    assert (solution.engine, solution.reason) == (engine, reason)


def test_a_table_of_many_positions_is_quick_where_the_search_has_no_theory() -> None:
    """Late in a large game, with 31 free items of which none are alike."""
    text = "triangles:5"
    reasons = {}
    for rules in ("", ",turn=alternate"):
        game = parse_game(text + rules)
        position = late(game, 33, Random(2))
        solution = solve(game, position, node_limit=1, time_limit=0.2)
        reasons[solution.engine] = solution.reason
    assert set(reasons) == {"search", "table"}
    assert reasons["search"].endswith("would take longer")
    assert reasons["table"].endswith("is quick")


def test_the_engine_for_at_least() -> None:
    engines = {"auto": "search", "search": "search", "table": "table", "reference": "reference"}
    for engine, used in engines.items():
        for points in (-5, 2, 3, 99):
            answer = at_least("dots-and-boxes:2x2", points, engine=engine)
            assert (answer.holds, answer.engine) == (points <= 2, used)
            assert answer.bounds[0] <= 2 <= answer.bounds[1]
    with pytest.raises(ArgumentError, match="points is"):
        at_least("dots-and-boxes:2x2", 1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["dots-and-boxes:3x4", "dots-and-boxes:2x4,objective=last"])
def test_a_line_of_play_makes_the_value(text: str) -> None:
    solution = solve(text, engine="search")
    match = Match.replay(solution.position.game, solution.line)
    assert not match.position.moves
    assert solution.best_moves == solution.line[:1]
    if match.position.game.objective is Objective.LAST:
        assert solution.value == (-1 if match.to_move == 0 else 1)
    else:
        assert match.margin == solution.value


# The command line


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
