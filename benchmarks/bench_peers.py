"""Full solutions of the same games by other means: C++ programs, NumPy, plain Python, OpenSpiel.

    python benchmarks/bench_peers.py [--runs 5] [--large] [--timeout 20] [--seed 4778]
                                     [--open-spiel-python PYTHON]

Every run of every peer is checked against perfectplay, which is checked against known values; the
two are timed in turn. `call` counts a whole call from Python, tables allocated anew, in a process
that has done it before; `solve` leaves allocation out on both sides. `--large` adds 3x4 boxes,
which take the C++ peer 4 GiB, and the dictionaries on 2x4.

OpenSpiel is optional: PYTHON is the interpreter of any environment that has `open_spiel`.
"""

# OpenSpiel's interpreter runs this file too, and need not have perfectplay: imported where used.
from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, partial
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from cases import gems_cases
from peers import (
    HDU4778_BOTTOM_UP,
    HDU4778_MEMOISED,
    OutOfTimeError,
    Peer,
    ProgramError,
    boxes_divide_and_conquer,
    measure_pairs,
    run,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from perfectplay import Game, Table

# Source: exhaustive tables published for small boards: value, number of best first moves
KNOWN = {(2, 2): (2, 8), (2, 3): (-2, 17), (2, 4): (2, 18), (3, 3): (-3, 24), (3, 4): (0, 3)}

BLOCK_LINES = 8
"""The lines of a block in `numpy_blocks`: the quickest of 6, 8 and 10."""


def require(condition: bool, who: str) -> None:
    if not condition:
        raise ProgramError(f"{who} and perfectplay answer differently")


# perfectplay


class Ours:
    """A game solved by perfectplay; the table of the first run is what all answers must match."""

    def __init__(self, game: Game, known: tuple[int, int] | None = None) -> None:
        self.game = game
        self.table = self._solve()
        self.answer = self.table.value(0), len(self.table.best_moves(0))
        if known is not None and self.answer != known:
            raise ProgramError(f"{game}: perfectplay answers {self.answer}, known is {known}")

    def _solve(self, threads: int = 1, count_alike: bool = True) -> Table:
        from perfectplay import tabulate

        table = tabulate(self.game, threads=threads, count_alike=count_alike)
        assert table is not None  # there is no time limit
        return table

    def call(self, *, threads: int = 1, count_alike: bool = True) -> float:
        start = perf_counter()
        table = self._solve(threads, count_alike)
        seconds = perf_counter() - start
        require(table.value(0) == self.answer[0], f"{threads} threads")
        return seconds

    def solve(self, *, threads: int = 1, count_alike: bool = True) -> float:
        table = self._solve(threads, count_alike)
        require(table.value(0) == self.answer[0], f"{threads} threads")
        return table.seconds

    @cached_property
    def values(self) -> NDArray[np.int8]:
        """The values of all positions, by mask; of games whose values fit a byte."""
        masks = np.arange(self.table.positions, dtype=np.uint64)
        return self.table.values(masks).astype(np.int8)


# Boards


@dataclass(frozen=True)
class Board:
    """Lines as everywhere here: horizontal ones row by row, then vertical ones row by row."""

    rows: int
    columns: int

    def __str__(self) -> str:
        return f"boxes {self.rows}x{self.columns}"

    @property
    def lines(self) -> int:
        return (self.rows + 1) * self.columns + self.rows * (self.columns + 1)

    @property
    def boxes(self) -> Iterator[int]:
        """The four lines of each box, as a mask."""
        for row in range(self.rows):
            for column in range(self.columns):
                top = row * self.columns + column
                left = (self.rows + 1) * self.columns + row * (self.columns + 1) + column
                yield 1 << top | 1 << (top + self.columns) | 0b11 << left

    def ours(self) -> Ours:
        from perfectplay import dots_and_boxes

        size = self.rows, self.columns
        return Ours(dots_and_boxes(*size), KNOWN[size])


# Plain Python


def recursion(board: Board) -> tuple[int, int]:
    """The value and the number of best first moves, from the rules and a dictionary."""
    boxes_of = {
        line: [box for box in board.boxes if box & line]
        for line in (1 << k for k in range(board.lines))
    }

    @cache
    def value(drawn: int) -> int:
        return max((move(drawn, line) for line in boxes_of if not drawn & line), default=0)

    def move(drawn: int, line: int) -> int:
        after = drawn | line
        gain = sum(after & box == box for box in boxes_of[line])
        return gain + value(after) if gain else -value(after)

    return value(0), [move(0, line) for line in boxes_of].count(value(0))


# NumPy: a position depends on all with one line more, so that those with equally many lines can be
# solved together. One byte a value: -128 is less than all of them, and its own negative.


def numpy_levels(board: Board) -> NDArray[np.int8]:
    """The values of all positions: the natural program, one number of lines after the other."""
    n = board.lines
    points = numpy_points(board)
    count = np.bitwise_count(np.arange(1 << n, dtype=np.uint32))
    by_count = np.argsort(count, kind="stable").astype(np.int32)
    levels = np.split(by_count, np.cumsum(np.bincount(count))[:-1])
    values = np.full(1 << n, -128, dtype=np.int8)
    values[-1] = 0
    for level in reversed(levels[:-1]):
        now = points[level]
        best = np.full(len(level), -128, dtype=np.int8)
        for line in range(n):
            after = level | 1 << line  # with the line drawn before: itself, still at -128
            np.maximum(best, numpy_moves(values[after], points[after] - now), out=best)
        values[level] = best
    return values


def numpy_blocks(board: Board) -> NDArray[np.int8]:
    """The values of all positions, several times as fast: no look-ups of single bytes.

    Positions that differ in the low lines form a block, which is contiguous. Blocks with equally
    many high lines are solved together: a row of them all for each set of low lines.
    """
    low, high = BLOCK_LINES, board.lines - BLOCK_LINES
    points = numpy_points(board).reshape(1 << high, 1 << low)
    values = np.full_like(points, -128)
    values[-1, -1] = 0
    count = np.bitwise_count(np.arange(1 << high))
    for drawn in range(high, -1, -1):
        blocks = np.flatnonzero(count == drawn)
        now, best = points[blocks], values[blocks]
        for line in range(high):
            free = np.flatnonzero(blocks >> line & 1 == 0)
            after = blocks[free] | 1 << line
            moves = numpy_moves(values[after], points[after] - now[free])
            best[free] = np.maximum(best[free], moves)
        now, best = np.ascontiguousarray(now.T), np.ascontiguousarray(best.T)
        for t in range((1 << low) - 1, -1, -1):
            for line in range(low):
                if not t >> line & 1:
                    moves = numpy_moves(best[t | 1 << line], now[t | 1 << line] - now[t])
                    np.maximum(best[t], moves, out=best[t])
        values[blocks] = best.T
    return values.reshape(-1)


def numpy_points(board: Board) -> NDArray[np.int8]:
    """The boxes inside each set of lines: sums over subsets, line by line."""
    points = np.zeros(1 << board.lines, dtype=np.int8)
    points[list(board.boxes)] = 1
    for line in range(board.lines):
        halves = points.reshape(-1, 2, 1 << line)
        halves[:, 1] += halves[:, 0]
    return points


def numpy_moves(after: NDArray[np.int8], gain: NDArray[np.int8]) -> NDArray[np.int8]:
    """What moves are worth: `np.where(gain > 0, gain + after, -after)`, which takes longer."""
    passed = (gain > 0).view(np.int8) - np.int8(1)  # -1, or 0 where the turn is kept
    return (after ^ passed) - passed + gain


# OpenSpiel, in its own interpreter. It has a `MinimaxSolver` with a dictionary too, but the key is
# the printed board, which does not say who is to move: many of its values on 2x2 are wrong.


def open_spiel_alpha_beta(game: Any) -> tuple[int, list[int]]:
    """The value and one best first move, by OpenSpiel's own search."""
    minimax = importlib.import_module("open_spiel.python.algorithms.minimax")
    value, move = minimax.alpha_beta_search(game)
    return int(value), [move]


def open_spiel_memo(game: Any) -> tuple[int, list[int]]:
    """The value and all best first moves, by a dictionary with the lines drawn as its key.

    OpenSpiel's states do the rest. They tell the score only by the owners of boxes in the board
    printed, which is needed after moves that keep the turn.
    """
    known: dict[int, int] = {}

    def boxes(state: Any) -> int:
        board = str(state)
        return board.count("1") + board.count("2")

    def moves(state: Any, drawn: int) -> Iterator[tuple[int, int]]:
        player = state.current_player()
        for line in state.legal_actions():
            after = state.child(line)
            rest = value(after, drawn | 1 << line)
            if after.is_terminal() or after.current_player() == player:
                yield boxes(after) - boxes(state) + rest, line
            else:
                yield -rest, line

    def value(state: Any, drawn: int) -> int:
        if drawn not in known:
            known[drawn] = max((gain for gain, _ in moves(state, drawn)), default=0)
        return known[drawn]

    start = game.new_initial_state()
    best = value(start, 0)
    return best, [line for gain, line in moves(start, 0) if gain == best]


OPEN_SPIEL = {"alpha-beta": open_spiel_alpha_beta, "dictionary": open_spiel_memo}


def open_spiel_worker(method: str, rows: str, columns: str) -> None:
    """Solve one board and print answer and seconds, imports not counted."""
    parameters = {"num_rows": int(rows), "num_cols": int(columns), "utility_margin": True}
    game = importlib.import_module("pyspiel").load_game("dots_and_boxes", parameters)
    importlib.import_module("open_spiel.python.algorithms.minimax")
    start = perf_counter()
    value, moves = OPEN_SPIEL[method](game)
    print(json.dumps({"seconds": perf_counter() - start, "value": value, "moves": moves}))


# The peers as functions that check the answer and return the seconds


def time_divide_and_conquer(board: Board, ours: Ours) -> float:
    printed = run(boxes_divide_and_conquer(board.rows, board.columns)).stdout.split()
    require((int(printed[0]), int(printed[1])) == ours.answer, "boxes_divide_and_conquer")
    return float(printed[2])


def time_numpy(program: Callable[[Board], NDArray[np.int8]], board: Board, ours: Ours) -> float:
    start = perf_counter()
    values = program(board)
    seconds = perf_counter() - start
    require(np.array_equal(values, ours.values), program.__name__)
    return seconds


def time_recursion(board: Board, ours: Ours) -> float:
    start = perf_counter()
    answer = recursion(board)
    seconds = perf_counter() - start
    require(answer == ours.answer, "recursion")
    return seconds


def time_open_spiel(
    python: str, timeout: float | None, method: str, board: Board, ours: Ours
) -> float:
    size = str(board.rows), str(board.columns)
    command = [python, __file__, "--open-spiel-worker", method, *size]
    answer = json.loads(run(command, timeout=timeout).stdout)
    best = ours.table.best_moves(0)
    require(answer["value"] == ours.answer[0], f"OpenSpiel ({method})")
    if method == "alpha-beta":  # stops at the first best move
        require(set(answer["moves"]) <= set(best), f"OpenSpiel ({method})")
    else:
        require(tuple(answer["moves"]) == best, f"OpenSpiel ({method})")
    return float(answer["seconds"])


def time_gems(peer: Peer, contest: bytes, ours: Ours) -> float:
    """The seconds of one game: a process that reads it, less one that reads none."""
    game, empty = run(peer, contest), run(peer, b"0 0 0\n")
    require(int(game.stdout) == ours.answer[0], peer.name)
    return game.seconds - empty.seconds


# The table


Timed = Callable[[], float]
COLUMNS = "{:<11} {:<35} {:<6}{:>12}{:>8}{:>11}{:>9}{:>10}   {}"


def header(runs: int) -> str:
    names = "game", "peer", "counts", "perfectplay", "ns", "peer", "ns", "times"
    return "\n".join(
        [
            f"medians of {runs} interleaved pairs, milliseconds; ns: nanoseconds a position",
            "times: how many times as long as perfectplay with one thread",
            "",
            COLUMNS.format(*names, "pair by pair: min median max"),
        ]
    )


@dataclass(frozen=True)
class Contest:
    """One game: perfectplay against its peers, a row each."""

    name: str
    ours: Ours
    runs: int

    def row(self, peer: str, theirs: Timed, counts: str = "call") -> None:
        ours = partial(steady, self.ours.call if counts == "call" else self.ours.solve)
        try:
            pairs = measure_pairs(ours, partial(steady, theirs), runs=self.runs)
        except OutOfTimeError as error:
            alone = median(ours() for _ in range(self.runs))
            late = "", "", f">{figures(error.seconds / alone)}"
            self._print(peer, counts, *self._cells(alone), *late, f"stopped at {error.seconds:g} s")
        else:
            cells = [cell for seconds in pairs.medians for cell in self._cells(seconds)]
            spread = " ".join(map(figures, pairs.spread))
            self._print(peer, counts, *cells, figures(pairs.ratio), spread)

    def _cells(self, seconds: float) -> tuple[str, str]:
        return f"{seconds * 1e3:,.2f}", figures(seconds * 1e9 / self.ours.table.positions)

    def _print(self, *cells: str) -> None:
        print(COLUMNS.format(self.name, *cells), flush=True)


def steady(timed: Timed) -> float:
    """The median of a few calls if they are short: a pause of the scheduler is longer than one."""
    seconds = [timed()]
    while len(seconds) < 25 and sum(seconds) < 0.05:
        seconds.append(timed())
    return median(seconds)


def figures(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def compare_boards(options: argparse.Namespace) -> None:
    for board in (Board(2, 2), Board(2, 3), Board(2, 4), Board(3, 3), Board(3, 4)):
        lines = board.lines
        if lines > 24 and not options.large:
            continue
        ours = board.ours()
        contest = Contest(str(board), ours, options.runs)
        if lines >= 24:
            contest.row("perfectplay, two threads", partial(ours.call, threads=2))
            alone = partial(ours.call, count_alike=False)
            contest.row("perfectplay, alike lines not merged", alone)
        if lines >= 22:
            theirs = partial(time_divide_and_conquer, board, ours)
            contest.row("divide and conquer, C++", theirs, "solve")
        if 17 <= lines <= 24:
            contest.row("NumPy, blocks", partial(time_numpy, numpy_blocks, board, ours))
            contest.row("NumPy, levels", partial(time_numpy, numpy_levels, board, ours))
        if lines <= 17 or (options.large and lines <= 22):
            contest.row("Python, functools.cache", partial(time_recursion, board, ours))
            if options.open_spiel_python:
                compare_open_spiel(options, contest, board)


def compare_open_spiel(options: argparse.Namespace, contest: Contest, board: Board) -> None:
    theirs = partial(time_open_spiel, options.open_spiel_python)
    memo = partial(theirs, None, "dictionary", board, contest.ours)
    contest.row("OpenSpiel, a dictionary on top", memo)
    if board.lines <= 17:
        search = partial(theirs, options.timeout, "alpha-beta", board, contest.ours)
        contest.row("OpenSpiel, its alpha-beta", search)


def compare_gems(options: argparse.Namespace) -> None:
    from perfectplay import gems

    text = gems_cases(options.seed, 1)
    (_, _, melt), *bags = ([int(x) for x in line.split()] for line in text.splitlines()[:22])
    ours = Ours(gems(melt, [bag[1:] for bag in bags]))
    contest = Contest(f"gems, S={melt}", ours, options.runs)
    for name, peer in (("bottom-up", HDU4778_BOTTOM_UP), ("memoised", HDU4778_MEMOISED)):
        theirs = partial(time_gems, peer, text.encode("ascii"), ours)
        contest.row(f"{name}, C++", theirs, "solve")


def main() -> None:
    if sys.argv[1:2] == ["--open-spiel-worker"]:
        open_spiel_worker(*sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description="time other full solutions of the same games")
    parser.add_argument("--runs", type=int, default=5, help="pairs a peer; default: %(default)s")
    parser.add_argument("--seed", type=int, default=4778, help="of the game of gems")
    parser.add_argument("--large", action="store_true", help="add what takes minutes, and 4 GiB")
    parser.add_argument("--timeout", type=float, default=20, help="seconds for alpha-beta")
    parser.add_argument("--open-spiel-python", help="an interpreter that has open_spiel")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs must be at least 1")
    print(header(options.runs))
    try:
        compare_boards(options)
        compare_gems(options)
    except ProgramError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
