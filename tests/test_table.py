"""The native table equals the reference on random games of every kind and rule."""

from __future__ import annotations

import _thread
import json
import threading
import time
from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions

from perfectplay import (
    ArgumentError,
    GameSpec,
    Gems,
    Match,
    MemoryLimitError,
    Objective,
    Position,
    Progress,
    Region,
    Regions,
    Table,
    TurnRule,
    analyze,
    parse_game,
    solve,
)
from perfectplay.reference import Reference
from perfectplay.score import bits
from perfectplay.table import path_names, tabulate

# 2^28 positions, no two items alike: more than a second by the slowest path
TRIPLES = [{"items": [i, i + 1, i + 2]} for i in range(26)]
SLOW = "regions:" + json.dumps({"items": 28, "regions": TRIPLES})


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFECTPLAY_PATH", "portable")


def table_of(position: Position, threads: int | None = None, path: str | None = None) -> Table:
    table = tabulate(position.game, position, threads=threads, path=path)
    assert table is not None
    return table


def subsets(mask: int) -> list[int]:
    found = [0]
    for item in bits(mask):
        found += [s | 1 << item for s in found]
    return found


@pytest.mark.parametrize("path", path_names())
@given(position=positions())
def test_table_equals_reference_everywhere(path: str, position: Position) -> None:
    table = table_of(position, path=path)
    reference = Reference(position.game)
    for more in subsets(position.game.all & ~position.mask):
        mask = position.mask | more
        assert table.value(mask) == reference.value(mask)


@pytest.mark.parametrize("path", path_names())
@settings(max_examples=30)
@given(position=positions(least=13, most=15), threads=st.integers(1, 3))
def test_tables_of_several_blocks_equal_each_other(
    path: str, position: Position, threads: int
) -> None:
    """Alike items, threads and paths make no difference; nor does solving from a position."""
    game = position.game
    late = Position(game, position.mask & 0b111)
    table = table_of(late, path=path, threads=threads)
    other = tabulate(game, Position.start(game), path="portable", threads=1, count_alike=False)
    assert other is not None
    assert other.stored == other.positions
    everything = subsets(game.all & ~late.mask)
    for more in everything[:: max(1, len(everything) // 500)]:
        assert table.value(late.mask | more) == other.value(late.mask | more)


@settings(max_examples=10)
@given(position=positions(least=13, most=14))
def test_tables_of_several_blocks_equal_reference(position: Position) -> None:
    game = position.game
    table = table_of(Position.start(game))
    reference = Reference(game)
    reference.value(0)
    for mask in range(0, 1 << len(game), 11):
        assert table.value(mask) == reference.value(mask)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("dots-and-boxes:2x4", (3 / 4) ** 4),
        ("triangles:3", (3 / 4) ** 3),
        # 12 items have to be in-block: here the 6 inner lines and three of the five pairs
        ("dots-and-boxes:1x7", (4 / 8) ** 2 * (3 / 4) ** 2),
        # and here nine equal bags and three of the nine others
        ('gems:{"melt":2,"bags":' + str([[1]] * 9 + [[2]] * 9) + "}", 7 / 64),
    ],
)
def test_alike_items_are_stored_once(text: str, share: float) -> None:
    table = table_of(Position.start(parse_game(text)))
    assert table.stored / table.positions == share


@given(position=positions())
def test_values_and_histogram_agree_with_the_reference(position: Position) -> None:
    game = position.game
    table = table_of(position)
    reference = Reference(game)
    masks = np.array([position.mask | s for s in subsets(game.all & ~position.mask)])
    known = [reference.value(int(m)) for m in masks]
    assert table.values(masks).tolist() == known
    assert table.values(masks.reshape(2, -1) if len(masks) > 1 else masks).size == len(masks)
    counted = [Counter[int]() for _ in range(len(position.moves) + 1)]
    for mask, value in zip(masks, known, strict=True):
        counted[int(mask).bit_count() - position.mask.bit_count()][value] += 1
    assert list(table.histogram()) == counted


def test_values_and_histogram_of_a_table_of_alike_items() -> None:
    game = parse_game("dots-and-boxes:2x3")
    table = table_of(Position.start(game))
    plain = tabulate(game, count_alike=False)
    assert plain is not None
    masks = np.arange(1 << 17, dtype=np.uint64)
    assert (table.values(masks) == plain.values(masks)).all()
    assert table.histogram() == plain.histogram()
    assert sum(sum(row.values()) for row in table.histogram()) == 1 << 17


def test_what_a_table_says_of_a_position() -> None:
    game = parse_game("triangles:3")
    table = table_of(Position.start(game))
    position = Position.parse(game, "4 5 6 7 8")
    solution = solve(game, position)
    assert table.analyze(position).moves == analyze(game, position).moves == table.moves(position)
    assert table.best_moves(position) == solution.best_moves
    assert table.line(position.mask) == solution.line
    for wrong in (1 << 18, -1):
        with pytest.raises(KeyError, match="not above"):
            table.values(np.array([wrong]))
    for no_masks in ([1.5], ["x"], [2**70]):
        with pytest.raises(ArgumentError, match="must be integers"):
            table.values(no_masks)
    with pytest.raises(KeyError):
        table.moves(1 << 18)


def test_what_is_no_game_and_no_position() -> None:
    with pytest.raises(ArgumentError, match="game is None"):
        solve(None)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="position is 5"):
        solve("triangles:2", 5)  # type: ignore[arg-type]


def test_the_reference_engine_keeps_limits_too() -> None:
    solution = solve("triangles:3", engine="reference", time_limit=0.05)
    assert (solution.status, solution.bounds, solution.engine) == ("bounded", (-9, 9), "reference")
    seen: list[int] = []
    solve("dots-and-boxes:2x2", engine="reference", on_progress=lambda p: seen.append(p.done))
    assert seen[-1] == 1 << 12


def test_a_table_in_many_regions_stops_in_time() -> None:
    rng = Random(1)
    parts = [Region(sum(1 << i for i in rng.sample(range(20), 5))) for _ in range(1000)]
    game = GameSpec(20, Regions(tuple(parts))).validate()
    began = time.perf_counter()
    solve(game, time_limit=0.05)
    assert time.perf_counter() - began < 1.5  # F of all 2^20 positions is made first


def test_making_f_keeps_the_time_limit() -> None:
    rng = Random(3)
    bags = tuple(tuple(rng.randint(0, 40_000) for _ in range(6)) for _ in range(24))
    game = GameSpec(24, Gems(40_000, bags)).validate()
    began = time.perf_counter()
    assert tabulate(game, time_limit=0.05) is None
    assert time.perf_counter() - began < 1


def test_more_items_than_a_table_can_have() -> None:
    with pytest.raises(MemoryLimitError, match="at most 62 may be free"):
        tabulate(parse_game("dots-and-boxes:6x6"))


def test_more_threads_than_make_sense() -> None:
    assert solve("dots-and-boxes:2x4", threads=5000).value == 2


def test_limits_must_make_sense() -> None:
    game = parse_game("dots-and-boxes:1x1")
    for wrong in (
        {"threads": 0},
        {"memory_limit": -1},
        {"time_limit": 0},
        {"time_limit": -2.0},
        {"threads": 1.5},
    ):
        with pytest.raises(ArgumentError):
            solve(game, **wrong)


def test_alike_items_make_large_games_small() -> None:
    kinds = [[1, 1, 2]] * 20 + [[2, 3]] * 20 + [[1, 3, 3]] * 20
    with_many = solve("gems:" + json.dumps({"melt": 3, "bags": kinds}))
    assert with_many.positions == 2**60
    assert with_many.stored < 2**26
    assert with_many.value is not None
    assert (with_many.value - with_many.position.rest) % 2 == 0


@given(positions())
def test_analysis_equals_reference(position: Position) -> None:
    game = position.game
    reference = Reference(game)
    analysis = analyze(game, position)
    best = [game.number(i) for i in reference.best_moves(position.mask)]
    assert analysis.solution.value == reference.value(position.mask)
    assert list(analysis.solution.best_moves) == best
    assert {m.move: m.value for m in analysis.moves} == {
        game.number(i): reference.move_value(position.mask, i)
        for i in reference.free(position.mask)
    }
    assert [m.regret for m in analysis.moves] == sorted(m.regret for m in analysis.moves)
    assert all(m.regret == 0 for m in analysis.moves[: len(best)])
    by_reference = analyze(game, position, engine="reference")
    assert by_reference.moves == analysis.moves
    assert by_reference.solution.line == analysis.solution.line


@given(positions(most=6))
def test_line_of_play_makes_the_value(position: Position) -> None:
    """Replaying the line makes the margin the value promises, gains counted."""
    solution = solve(position.game, position)
    match = Match.replay(position.game, solution.line, position)
    assert not match.position.moves
    if position.game.objective is Objective.LAST:
        assert solution.value == (-1 if match.to_move == 0 else 1)
    else:
        assert match.margin == solution.value


@given(positions())
def test_value_has_the_parity_of_the_rest(position: Position) -> None:
    if position.game.objective is not Objective.LAST:
        value = solve(position.game, position).value
        assert value is not None
        assert (value - position.rest) % 2 == 0


def test_many_blocks_and_threads_give_the_same_table() -> None:
    game = parse_game("dots-and-boxes:2x3")  # 17 lines: 32 blocks
    tables = [table_of(Position.start(game), threads) for threads in (1, 2, 5)]
    reference = Reference(game)
    for mask in range(0, 1 << 17, 7):
        assert {t.value(mask) for t in tables} == {reference.value(mask)}


def test_wide_values() -> None:
    heavy = GameSpec(2, Regions((Region(0b11, 32_767),))).validate()
    assert solve(heavy).value == -32_767


def test_no_items() -> None:
    solution = solve(GameSpec(0, Regions(())).validate())
    assert (solution.value, solution.best_moves, solution.line) == (0, (), ())


def test_table_does_not_know_positions_below_its_base() -> None:
    game = parse_game("dots-and-boxes:1x2")
    table = table_of(Position.parse(game, "0"))
    with pytest.raises(KeyError, match="not above"):
        table.value(0)
    with pytest.raises(KeyError, match="not above"):
        table.value(1 << 7 | 1)


@pytest.mark.parametrize("limit", [None, 1 << 20])
def test_too_large_is_refused_at_once(limit: int | None) -> None:
    with pytest.raises(MemoryLimitError, match=r"2\^60 positions .* needs .* of memory"):
        solve("dots-and-boxes:5x5", engine="table", memory_limit=limit)


def test_more_than_64_free_items_are_refused_whatever_the_limit() -> None:
    with pytest.raises(MemoryLimitError):
        solve("dots-and-boxes:9x9", memory_limit=1 << 300)


def test_a_large_board_is_solved_from_a_late_position() -> None:
    game = parse_game("dots-and-boxes:9x9")
    late = Position(game, game.all & ~0b1011)
    reference = Reference(game)
    assert solve(game, late).value == reference.value(late.mask)


@pytest.mark.parametrize("path", path_names())
@pytest.mark.parametrize(
    "score",
    [
        Gems(127, ((100, 1), (100, 0), (54, 2))),  # melt just in one byte, and just not
        Gems(128, ((100, 1), (100, 0), (56, 2))),
        Gems(40_000, ((39_999, 1), (1, 1), (40_000, 1))),  # too large for 16 bits
        Gems(1, ((20_000, 0), (0, 1), (12_000, 0))),
        Gems(2, ((0,) * 100 + (1,),) * 3),
        Gems(2, (tuple([1] * 100), tuple([1] * 100), tuple([3] * 100))),  # many colours
    ],
)
def test_extreme_gems(path: str, score: Gems) -> None:
    for turn in TurnRule:
        game = GameSpec(3, score, turn).validate()
        table = table_of(Position.start(game), path=path)
        reference = Reference(game)
        assert [table.value(m) for m in range(8)] == [reference.value(m) for m in range(8)]


@pytest.mark.parametrize("path", path_names())
def test_an_item_in_very_many_regions(path: str) -> None:
    pairs = [Region(1 | 1 << i | 1 << j) for i in range(1, 13) for j in range(1, i)]
    assert len(pairs) == 66
    for regions in (pairs[:64], pairs):
        game = GameSpec(13, Regions(tuple(regions)), objective=Objective.FEWEST).validate()
        table = table_of(Position.start(game), path=path)
        reference = Reference(game)
        assert all(table.value(m) == reference.value(m) for m in range(0, 1 << 13, 17))


def test_paths_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFECTPLAY_PATH", "portable")
    assert solve("dots-and-boxes:1x2").value == 0
    monkeypatch.setenv("PERFECTPLAY_PATH", "abacus")
    with pytest.raises(ArgumentError, match=r"no path 'abacus' on .*; known: .*portable"):
        solve("dots-and-boxes:1x2")


def test_unknown_engine_and_threads() -> None:
    with pytest.raises(ArgumentError, match="no engine 'magic'"):
        solve("dots-and-boxes:1x1", engine="magic")
    with pytest.raises(ArgumentError, match="threads is 0"):
        solve("dots-and-boxes:1x1", threads=0)


@pytest.mark.usefixtures("slow")
def test_time_limit_gives_proven_bounds() -> None:
    solution = solve(SLOW, threads=1, time_limit=0.1)
    assert solution.status == "bounded"
    assert solution.value is None
    assert solution.bounds == (-26, 26)


def test_progress_is_reported() -> None:
    seen: list[tuple[int, int]] = []

    def note(progress: Progress) -> None:
        assert progress.total is not None
        seen.append((progress.done, progress.total))

    solve("dots-and-boxes:3x3", on_progress=note)
    assert seen
    assert all(0 <= done <= total for done, total in seen)
    assert seen[-1] == ((1 << 24) * 3**4 // 4**4,) * 2  # the two lines of each corner are alike


@pytest.mark.usefixtures("slow")
def test_an_error_in_the_callback_stops_the_solver() -> None:
    def fail(progress: Progress) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        solve(SLOW, threads=1, on_progress=fail)


@pytest.mark.usefixtures("slow")
def test_ctrl_c_ends_a_solve_quickly() -> None:
    threading.Timer(0.2, _thread.interrupt_main).start()
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        solve(SLOW, threads=1)
    assert 0.2 < time.perf_counter() - began < 0.6
