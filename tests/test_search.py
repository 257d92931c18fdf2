"""The search equals the table engine on every kind of game; which engine `solve` chooses."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
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
    above,
    asks_like_the_table,
    late,
    name_of,
    search_of,
    table_of,
    with_rules,
)
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
    Region,
    Regions,
    SetFunction,
    analyze,
    at_least,
    opened_value,
    parse_game,
    solve,
)
from perfectplay import search as search_module
from perfectplay.score import Score

ROUNDS = max(1, settings().max_examples // 500)
seeded = st.randoms(use_true_random=False)


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
    scores: list[tuple[int, Score]] = [
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
    assert 0.6 * entries < search.stored <= entries


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("text", ["dots-and-boxes:2x5", "dots-and-boxes:2x4,objective=fewest"])
def test_a_table_grows_while_it_is_searched(
    text: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_module, "FIRST_SIZE", 1 << 12)
    base = Position.start(parse_game(text))
    search = search_of(base, threads=threads, memory_limit=2 * SMALL)
    stop = False

    def look() -> None:
        while not stop:
            assert 0 <= search.stored <= 2 * SMALL // 16

    value = table_of(base).value(base)
    with ThreadPoolExecutor() as others:  # which may look at it at any time
        looks = [others.submit(look) for _ in range(2)]
        try:
            assert search.bounds(base) == (value, value)
        finally:
            stop = True
        for done in looks:
            done.result()
    assert search.stored > 512  # it had room for 256
    assert search.at_least(base, value)


def test_several_threads_may_ask_one_search() -> None:
    base = Position.start(parse_game("dots-and-boxes:2x4,objective=fewest"))
    table, search, rng = table_of(base), search_of(base, threads=2), Random(1)
    asked = [late(base.game, 16, rng) for _ in range(20)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(search.bounds, asked))
    assert found == [(table.value(position),) * 2 for position in asked]


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


@pytest.mark.parametrize("options", [{"node_limit": 1 << 70}, {"memory_limit": 1 << 70}])
def test_limits_larger_than_any_machine(options: dict[str, Any]) -> None:
    stopped = solve("dots-and-boxes:5x5", engine="search", time_limit=0.05, **options)
    assert stopped.status == "bounded"
