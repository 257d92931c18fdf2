"""The search engine on boards that are hard for it: values, nodes and seconds.

    python benchmarks/search/boards.py [--set small|middle|large] [--threads 1] [--limit 600]
        [--memory 8G] [--peer]

Values that are known are asserted, unfinished boards printed with their proven bounds. `--peer`
times the published search of Barker and Korf beside, on the boards of boxes of the small set, in
turn with the engine on one thread.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from peers import boxes_alpha_beta, run

from perfectplay import Search, parse_game
from perfectplay.limits import parse_size

SETS: dict[str, dict[str, int | None]] = {
    "small": {
        "dots-and-boxes:3x3": -3,
        "dots-and-boxes:2x5": -2,
        "dots-and-boxes:3x4": 0,
        "dots-and-boxes:2x6": 2,
        "triangles:4": -2,
        "honeycomb:flower": -3,
        "complete:8": -4,
        "wheel:12": 1,
    },
    # Source: 4x4 is a tie: Barker and Korf, AAAI 2012. The others were found by this engine, some
    # by several versions of it.
    "middle": {
        "dots-and-boxes:3x5": -1,
        "dots-and-boxes:4x4": 0,
        "complete:9": 5,
        "wheel:14": 1,
        "wheel:16": 1,
        "wheel:18": 1,
    },
    "large": {
        "dots-and-boxes:4x5,border=icelandic": 4,
        "dots-and-boxes:5x5,border=swedish": -3,
        "triangles:5": 1,
        "dots-and-boxes:2x7": 0,
    },
}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--set", choices=SETS, default="small")
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--limit", type=float, default=600.0, help="seconds for a board")
    options.add_argument("--memory", type=parse_size, default=8 << 30)
    options.add_argument("--peer", action="store_true")
    given = options.parse_args()
    print(f"{'board':38} {'free':>4} {'value':>8} {'nodes':>14} {'seconds':>9} {'nodes/s':>11}")
    for game, known in SETS[given.set].items():
        row(game, known, given.threads, given.limit, given.memory)
        if given.peer and (size := re.fullmatch(r"dots-and-boxes:(\d)x(\d)", game)):
            beside(int(size[1]), int(size[2]), known)


def row(game: str, known: int | None, threads: int, limit: float, memory: int) -> None:
    board = parse_game(game)
    search = Search(board, threads=threads, time_limit=limit, memory_limit=memory)
    began = time.perf_counter()
    low, high = search.bounds(search.base)
    seconds = time.perf_counter() - began
    if known is not None:
        assert low <= known <= high, (game, low, high)
    value = str(low) if low == high else f"{low}..{high}"
    free, nodes = len(search.base.moves), search.nodes
    print(
        f"{game:38} {free:4} {value:>8} {nodes:14,} {seconds:9.3f} {nodes / seconds:11,.0f}",
        flush=True,
    )


def beside(rows: int, columns: int, known: int | None) -> None:
    value, nodes, seconds = run(boxes_alpha_beta(rows, columns, 24)).stdout.split()
    assert known is None or int(value) == known
    name = "  published search, C++ -O3"
    print(f"{name:43} {int(value):8} {int(nodes):14,} {float(seconds):9.3f}", flush=True)


if __name__ == "__main__":
    main()
