"""Nimbers against the recurrence, sums with nim-heaps, outcomes, and what is known of vines."""

from __future__ import annotations

import _thread
import dataclasses
import json
import threading
import time
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions

from perfectplay import (
    ArgumentError,
    Game,
    GameSpec,
    MemoryLimitError,
    NimberTable,
    NotationError,
    Objective,
    Position,
    Progress,
    Region,
    Regions,
    TurnRule,
    nimber,
    nimbers,
    parse_game,
    tabulate,
    tabulate_nimbers,
)
from perfectplay.nimtable import Nimber
from perfectplay.score import bits
from perfectplay.table import path_names

# no two items alike; a second or more by the slowest path
TRIPLES = [{"items": [i, i + 1, i + 2]} for i in range(26)]
SLOW = "regions:" + json.dumps({"items": 28, "regions": TRIPLES})


def table_of(
    position: Position, threads: int | None = None, path: str | None = None
) -> NimberTable:
    table = tabulate_nimbers(position.game, position, threads=threads, path=path)
    assert table is not None
    return table


def subsets(mask: int) -> list[int]:
    found = [0]
    for item in bits(mask):
        found += [s | 1 << item for s in found]
    return found


def recurrence(game: Game) -> Callable[[int], Nimber]:
    """Return the nimber of each position as the definition says."""

    @cache
    def of(taken: int) -> Nimber:
        passed: set[Nimber] = set()
        completed: set[Nimber] = set()
        for item, gain in game.gains(taken):
            (completed if game.keeps_turn(gain) else passed).add(of(taken | 1 << item))
        if not completed:
            return next(x for x in range(len(game) + 1) if x not in passed)
        only = completed.pop()
        return "loony" if completed or only in passed else only

    return of


def wins_beside(game: Game) -> Callable[[int, int], bool]:
    """Return who wins the position and a nim-heap, played together: whether it is the mover."""

    @cache
    def wins(taken: int, heap: int) -> bool:
        if any(not wins(taken, smaller) for smaller in range(heap)):
            return True
        for item, gain in game.gains(taken):
            mine = wins(taken | 1 << item, heap)
            if mine if game.keeps_turn(gain) else not mine:
                return True
        return False

    return wins


def random_graph(random: Random) -> Game:
    """Strings between up to five coins and the ground; parallel ones, and coins of any weight."""
    coins = random.randint(1, 5)
    ends = [*range(coins), None]
    strings = [random.sample(ends, 2) for _ in range(random.randint(1, 7))]
    around = [[k for k, s in enumerate(strings) if coin in s] for coin in range(coins)]
    parts = tuple(
        Region(sum(1 << k for k in string), random.randint(1, 2)) for string in around if string
    )
    return GameSpec(len(strings), Regions(parts), objective=Objective.LAST).validate()


@given(position=positions(most=8), path=st.sampled_from(path_names()))
def test_nimbers_equal_the_recurrence_everywhere(position: Position, path: str) -> None:
    table = table_of(position, path=path)
    of = recurrence(position.game)
    for more in subsets(position.game.all & ~position.mask):
        assert table.nimber(position.mask | more) == of(position.mask | more)


@settings(max_examples=15)
@given(position=positions(least=13, most=15), threads=st.integers(1, 3))
def test_tables_of_several_blocks_equal_the_recurrence(position: Position, threads: int) -> None:
    table = table_of(Position(position.game, position.mask & 0b111), threads)
    of = recurrence(position.game)
    for more in subsets(position.game.all & ~position.mask)[::5]:
        assert table.nimber(position.mask | more) == of(position.mask | more)


def test_nimbers_tell_who_wins_beside_nim_heaps() -> None:
    """It is the only heap beside which the mover loses; a loony position is won beside any."""
    random = Random(16)
    checked = loony = 0
    for _ in range(400):
        game = random_graph(random)
        table = table_of(Position.start(game))
        wins = wins_beside(game)
        for taken in range(1 << len(game)):
            lost = [heap for heap in range(len(game) + 2) if not wins(taken, heap)]
            found = table.nimber(taken)
            assert lost == ([] if found == "loony" else [found])
            checked += 1
            loony += found == "loony"
    assert checked > 10_000
    assert 0.1 < loony / checked < 0.9


@given(position=positions(most=9))
def test_the_last_move_is_won_unless_the_nimber_is_0(position: Position) -> None:
    game = dataclasses.replace(position.game, objective=Objective.LAST)
    values = tabulate(game, Position(game, position.mask))
    assert values is not None
    table = table_of(position)
    for more in subsets(game.all & ~position.mask):
        taken = position.mask | more
        assert (values.value(taken) == 1) == (table.nimber(taken) != 0)


def strings_and_coins(strings: list[tuple[str, str]]) -> Game:
    """Return the game of strings between coins; the ground is `ground`."""
    coins = sorted({end for string in strings for end in string} - {"ground"})
    around = [[k for k, s in enumerate(strings) if coin in s] for coin in coins]
    data = {"items": len(strings), "regions": [{"items": string} for string in around]}
    return parse_game("regions:" + json.dumps(data))


def vine(nodes: int) -> Game:
    """A row of coins, each with a stem: three coins in a chain to another stem, or to the ground.

    Cutting a string of the row turns its two ends into parts of long chains, which it is loony to
    open, as it is to open a stem. So a move takes two neighbours out of the row.
    """
    row = [f"node{i}" for i in range(nodes)]
    strings = list(pairwise(row))
    ends = [row[0], *row, row[-1]]
    pairs = [(ends[i], ends[-1 - i]) for i in range(len(ends) // 2)]
    if len(ends) % 2:
        pairs.append((ends[len(ends) // 2], "ground"))
    for k, (first, last) in enumerate(pairs):
        path = [first, *(f"stem{k}.{j}" for j in range(3)), last]
        strings += pairwise(path)
    return strings_and_coins(strings)


def test_vines_are_dawsons_kayles() -> None:
    """Dawson's Kayles takes two neighbours out of a row of n; its nim-values begin 0 0 1 1 2 0 3 1.

    Source: Berlekamp, Conway and Guy, Winning Ways, chapter 16 for vines, chapter 4 for the values.
    """
    kayles = [0, 0]
    for n in range(2, 8):
        seen = {kayles[k] ^ kayles[n - 2 - k] for k in range(n - 1)}
        kayles.append(next(x for x in range(n) if x not in seen))
    assert kayles == [0, 0, 1, 1, 2, 0, 3, 1]
    assert [nimber(vine(n)) for n in range(2, 8)] == kayles[2:]


def test_chains_and_loops() -> None:
    """One coin or two in a chain are worth 1; all that can be done to more, or to a loop, is loony.

    Source: Berlekamp, The Dots and Boxes Game, and Winning Ways, chapter 16.
    """
    for length in range(1, 9):
        path = ["ground", *(f"coin{i}" for i in range(length)), "ground"]
        chain = strings_and_coins(list(pairwise(path)))
        assert nimber(chain) == (1 if length < 3 else 0)
        moves = nimbers(chain)
        assert moves is not None
        assert length < 3 or set(moves.values()) == {"loony"}
    for length in range(4, 9):
        coins = [f"coin{i}" for i in range(length)]
        loop = strings_and_coins(list(zip(coins, coins[1:] + coins[:1], strict=True)))
        assert nimber(loop) == 0
        assert set((nimbers(loop) or {}).values()) == {"loony"}


# games found by trying many, with the nimbers 7 and 8 at their start; and half a chain, opened
SEVEN = [0x9E, 0x1EE, 0x12A, 0x2A, 0x56, 0x7A]
EIGHT = [0x3A, 0x5ED, 0x5D2, 0x6D1, 0x20A, 0x2FA, 0x11B, 0xA6, 0x658, 0x7A, 0x290]
HALF = [0b01, 0b11]


def test_sums_add_nimbers_and_large_ones_are_right_too() -> None:
    """The nimber of a sum is the nim-sum; 15 and more are solved position by position."""
    sizes = (9, 11, 2)
    parts, shift = [], 0
    tables = []
    for size, masks in zip(sizes, (SEVEN, EIGHT, HALF), strict=True):
        game = GameSpec(size, Regions(tuple(map(Region, masks)))).validate()
        tables.append(table_of(Position.start(game)))
        parts += [Region(mask << shift) for mask in masks]
        shift += size
    assert [table.nimber(0) for table in tables] == [7, 8, "loony"]
    whole = table_of(Position.start(GameSpec(shift, Regions(tuple(parts))).validate()))
    last = 0b11 << 20  # without the half chain
    assert whole.nimber(last) == 15
    assert whole.nimber(0) == "loony"
    random = Random(8)
    near = [last | 1 << i for i in range(20)] + [1 << i for i in range(22)]
    for taken in near + [random.getrandbits(22) & random.getrandbits(22) for _ in range(3000)]:
        apart = (taken & 0x1FF, taken >> 9 & 0x7FF, taken >> 20)
        found = [table.nimber(part) for table, part in zip(tables, apart, strict=True)]
        expected: Nimber = 0
        for one in found:
            expected = "loony" if "loony" in (one, expected) else int(one) ^ int(expected)
        assert whole.nimber(taken) == expected


@pytest.mark.parametrize("path", path_names())
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_paths_and_threads_agree(path: str, threads: int) -> None:
    game = parse_game("dots-and-boxes:2x4")
    table = tabulate_nimbers(game, path=path, threads=threads)
    other = tabulate_nimbers(game, count_alike=False, threads=1)
    assert table is not None
    assert other is not None
    for taken in range(0, 1 << len(game), 257):
        assert table.nimber(taken) == other.nimber(taken)


def test_points_and_objective_make_no_difference() -> None:
    plain = parse_game('regions:{"items":6,"regions":[{"items":[0,1,2]},{"items":[2,3,4,5]}]}')
    heavy = parse_game(
        'regions:{"items":6,"regions":[{"items":[0,1,2],"weight":300},{"items":[2,3,4,5]},'
        '{"items":[0,1,2],"weight":7}]},objective=fewest'
    )
    assert heavy.total > 127
    first, second = table_of(Position.start(plain)), table_of(Position.start(heavy))
    assert [first.nimber(t) for t in range(64)] == [second.nimber(t) for t in range(64)]


def test_where_players_just_take_turns_the_nimber_is_a_parity() -> None:
    game = parse_game("dots-and-boxes:5x5,turn=alternate")  # 60 lines: no table of these
    assert nimber(game) == 0
    assert nimber(game, "0") == 1
    assert set((nimbers(game) or {}).values()) == {1}
    table = table_of(Position.of(game, [3]))
    with pytest.raises(KeyError, match="is not above '3'"):
        table.nimber(0)


@given(position=positions(most=8))
def test_the_nimbers_of_moves_are_those_of_the_positions_after_them(position: Position) -> None:
    table = table_of(position)
    moves = table.nimbers(position)
    assert list(moves) == list(position.moves)
    for move, found in moves.items():
        assert found == table.nimber(position.play(move))


def test_games_without_items_and_positions_at_the_end() -> None:
    assert nimber(GameSpec(0, Regions(())).validate()) == 0
    assert nimbers(GameSpec(0, Regions(())).validate()) == {}
    assert nimber("dots-and-boxes:1x1", "0 1 2 3") == 0
    assert nimber("dots-and-boxes:1x1", [0, 1, 2]) == 0  # completing leads to 0


def test_bad_input_is_named() -> None:
    with pytest.raises(NotationError, match="no item '9'"):
        nimber("dots-and-boxes:1x1", "9")
    with pytest.raises(ArgumentError, match="time_limit is 0"):
        nimber("dots-and-boxes:1x1", time_limit=0)
    with pytest.raises(ArgumentError, match="no path 'sse9'"):
        tabulate_nimbers(parse_game("triangles:1"), path="sse9")
    with pytest.raises(MemoryLimitError, match=r"2\^33 positions .* but 1 GiB are allowed"):
        nimber("dots-and-boxes:3x5", [8, 12, 20, 25, 30], memory_limit=1 << 30)
    with pytest.raises(MemoryLimitError, match="at most 62 may be free"):
        nimbers("dots-and-boxes:6x6")
    table = table_of(Position.parse(parse_game("triangles:2"), "1 2"))
    assert repr(table) == "<NimberTable of 128 positions above '1 2' in triangles:2>"
    for wrong in (0, 0b101, 1 << 9 | 3, -1):
        with pytest.raises(KeyError, match="is not above '1 2'"):
            table.nimber(wrong)
        with pytest.raises(KeyError, match="is not above '1 2'"):
            table.nimbers(wrong)


def test_time_limit_progress_and_interrupts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFECTPLAY_PATH", "portable")
    began = time.perf_counter()
    assert nimber(SLOW, time_limit=0.2) is None
    assert nimbers(SLOW, time_limit=0.2) is None
    threading.Timer(0.2, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        nimber(SLOW)
    assert time.perf_counter() - began < 5
    seen: list[tuple[int, int]] = []

    def note(progress: Progress) -> None:
        assert progress.total is not None
        seen.append((progress.done, progress.total))

    nimber("dots-and-boxes:2x4", on_progress=note)
    assert seen[-1][0] == seen[-1][1] > 0


def test_other_rules_have_other_nimbers() -> None:
    bonus, alternate = parse_game("triangles:2"), parse_game("triangles:2,turn=alternate")
    assert (bonus.turn, alternate.turn) == (TurnRule.BONUS, TurnRule.ALTERNATE)
    assert nimber(bonus, "1 2 3 4 5") == recurrence(bonus)(0b11111)
    assert nimber(alternate, "1 2 3 4 5") == recurrence(alternate)(0b11111) == 0
