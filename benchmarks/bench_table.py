"""The table engine alone: nanoseconds a position, beside a memset and a memcpy of the same table.

    python benchmarks/bench_table.py [--runs 5] [--large] [--threads 2]

Each board is solved by every path of this machine, with all positions stored and with alike items
counted once; its value and number of best first moves are checked. Seconds are solving alone.
`--large` adds 2^31 and 2^32 positions (up to 5 GB).
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

from perfectplay import Table, parse_game, tabulate
from perfectplay.table import path_names

# Source: exhaustive tables published for small boards: value, number of best first moves
BOARDS = {
    "dots-and-boxes:2x4": (2, 18),
    "dots-and-boxes:3x3": (-3, 24),
    "dots-and-boxes:1x8": (0, 1),
}
# and for 3x4 as computed by peers/boxes_divide_and_conquer.cpp
LARGE = {"dots-and-boxes:3x4": (0, 3), "dots-and-boxes:2x6": (2, 10)}
BAGS = [[c % 8 + 1, c * c % 8 + 1, c // 4 + 1] for c in range(21)]
GEMS = f'gems:{{"melt":3,"bags":{BAGS}}}'


def solve(game: str, path: str, threads: int, count_alike: bool) -> Table:
    table = tabulate(parse_game(game), threads=threads, path=path, count_alike=count_alike)
    assert table is not None
    return table


def best(runs: int, measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(runs))


def baseline(size: int, runs: int) -> tuple[float, float]:
    """Return the seconds of a memset and of a memcpy of this many bytes, pages touched before."""
    source, target = np.ones(size, np.uint8), np.ones(size, np.uint8)

    def timed(work: Callable[[], None]) -> float:
        began = time.perf_counter()
        work()
        return time.perf_counter() - began

    return (
        best(runs, lambda: timed(lambda: target.fill(7))),
        best(runs, lambda: timed(lambda: np.copyto(target, source))),
    )


def measure_board(game: str, known: tuple[int, int] | None, runs: int, threads: int) -> None:
    positions = 1 << len(parse_game(game))
    memset, memcpy = baseline(positions * 70 // 64, min(runs, 3))
    print(f"{game[:40]}: 2^{len(parse_game(game))} positions; a table of one byte each: ", end="")
    print(f"memset {memset / positions * 1e9:.3f}, memcpy {memcpy / positions * 1e9:.3f} ns each")
    moved = ((len(parse_game(game)) - 12) / 2 + 1) * 70 / 64  # half of the block items are free
    print(f"  all stored, a position moves {moved:.1f} values between memory and registers")
    for path in path_names():
        for count_alike in (False, True):
            seconds, stored = [], 0
            for _ in range(runs if path != "portable" else 1):
                table = solve(game, path, threads, count_alike)
                if known is not None:
                    assert (table.value(0), len(table.best_moves(0))) == known
                seconds.append(table.seconds)
                stored = table.stored
                del table
            median = statistics.median(seconds)
            print(
                f"  {path:9} {'alike once' if count_alike else 'all stored'}: "
                f"{median:8.4f} s  {median / positions * 1e9:6.3f} ns a position, "
                f"{median / stored * 1e9:6.3f} ns a stored one, {median / memcpy:5.1f} memcpys"
            )


def measure_threads(game: str, runs: int, threads: int) -> None:
    """Solve on one thread and on several in turn, alike items not counted once."""
    one: list[float] = []
    several: list[float] = []
    ratios: list[float] = []
    for _ in range(runs):
        values = set()
        for count, seconds in ((1, one), (threads, several)):
            table = solve(game, "", count, count_alike=False)
            values.add(table.value(0))
            seconds.append(table.seconds)
            del table  # its memory goes back before the next one takes its own
        assert len(values) == 1
        ratios.append(one[-1] / several[-1])
    print(
        f"{game}: 2^{len(parse_game(game))} positions on 1 thread {statistics.median(one):.3f} s, "
        f"on {threads} {statistics.median(several):.3f} s: {statistics.median(ratios):.2f} times"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    boards = BOARDS | (LARGE if options.large else {})
    for game, known in boards.items():
        measure_board(game, known, options.runs, options.threads)
    measure_board(GEMS, None, options.runs, options.threads)
    measure_threads("dots-and-boxes:2x5", options.runs, 2)


if __name__ == "__main__":
    main()
