"""How the search grows, and from that what 4 x 5 boxes would take.

    python benchmarks/search/growth.py [--threads 1] [--limit 300] [--seed 1] [--positions 5]

First whole boards: nodes by the number of lines. Then positions of the 4 x 5 board with ever
fewer lines drawn, made by drawing safe lines at random: the median of the nodes it takes to prove
whether the value is at least the likely one, and how that grows with each line more. The last
line extrapolates to the empty board of 49 lines.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from random import Random

from perfectplay import Position, Search, parse_game

BOARDS = {"dots-and-boxes:3x3": -3, "dots-and-boxes:3x4": 0, "dots-and-boxes:3x5": -1,
          "dots-and-boxes:4x4": 0}  # fmt: skip
GOAL = "dots-and-boxes:4x5"
DRAWN = range(17, 9, -1)


def whole_boards(threads: int, limit: float) -> None:
    for game, known in BOARDS.items():
        search = Search(parse_game(game), threads=threads, time_limit=limit)
        began = time.perf_counter()
        low, high = search.bounds(search.base)
        assert low <= known <= high
        seconds = time.perf_counter() - began
        state = "" if low == high else " (stopped)"
        free = len(search.base.moves)
        print(f"{game}: {free} lines, {search.nodes:,} nodes, {seconds:.2f} s{state}", flush=True)


def safe_position(rng: Random, drawn: int) -> Position:
    """Return a position with so many lines drawn, no box with more than two of its own."""
    position = Position.start(parse_game(GOAL))
    while len(position.taken) < drawn:
        moves = list(position.moves)
        rng.shuffle(moves)
        for move in moves:
            after = position.play(move)
            if all(after.gain(other) == 0 for other in after.moves):
                position = after
                break
        else:
            position = Position.start(position.game)
    return position


def nodes_of(position: Position, threads: int, limit: float) -> tuple[int, float, bool]:
    search = Search(position.game, position, threads=threads, time_limit=limit)
    began = time.perf_counter()
    low, high = search.bounds(position)
    return search.nodes, time.perf_counter() - began, low == high


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--limit", type=float, default=300.0, help="seconds for a position")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--positions", type=int, default=5)
    given = options.parse_args()
    whole_boards(given.threads, given.limit)
    rng = Random(given.seed)
    points: list[tuple[int, float]] = []
    rate = 1e6
    for drawn in DRAWN:
        runs = [
            nodes_of(safe_position(rng, drawn), given.threads, given.limit)
            for _ in range(given.positions)
        ]
        if not all(done for _, _, done in runs):
            print(f"{GOAL} with {drawn} lines drawn: not all done in {given.limit:g} s")
            break
        nodes = statistics.median(nodes for nodes, _, _ in runs)
        rate = sum(nodes for nodes, _, _ in runs) / sum(seconds for _, seconds, _ in runs)
        points.append((49 - drawn, math.log2(nodes)))
        print(f"{GOAL} with {drawn} lines drawn: median {nodes:,.0f} nodes, {rate:,.0f} nodes/s",
              flush=True)  # fmt: skip
    lines = [x for x, _ in points]
    growth = statistics.linear_regression(lines, [y for _, y in points])
    goal = 2 ** (growth.intercept + growth.slope * 49)
    print(
        f"{2**growth.slope:.2f} times the nodes with each line more: about {goal:.2g} nodes for "
        f"{GOAL}, {goal / rate / 3600:.0f} hours at this speed, with memory for what it stores"
    )


if __name__ == "__main__":
    main()
