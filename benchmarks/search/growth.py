"""How the search grows with the lines left, and from that what 4 x 5 boxes would take.

    python benchmarks/search/growth.py [--threads 1] [--most 60000000] [--learn 5000000]

Partial runs: the search's own first moves are played, ever fewer of them, until the value of what
is left takes more than `--most` nodes. The nodes grow by a factor with each line, fitted over the
runs of 100 nodes or more; the factor says how many the empty board takes. The same from runs of at
most `--learn` nodes is tried on boards that are known as a whole, which says how far off it may be.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Iterator
from typing import NamedTuple

from perfectplay import Game, Position, Search, parse_game

KNOWN = {"dots-and-boxes:3x4": 0, "dots-and-boxes:2x6": 2, "dots-and-boxes:3x5": -1,
         "dots-and-boxes:4x4": 0}  # fmt: skip
GOAL = "dots-and-boxes:4x5"
LEAST = 100  # nodes of a run that counts


def first_moves(game: Game) -> list[int]:
    """Return the moves that the search tries first, one after the other, as far as all are safe."""
    order = Search(game).order
    position, played = Position.start(game), []
    for item in order:
        after = position.play(item)
        if all(after.gain(move) == 0 for move in after.moves):
            position = after
            played.append(item)
    return played


class Run(NamedTuple):
    """A position whose value was found."""

    lines: int  # left
    value: int
    nodes: int
    rate: float  # nodes per second


def partial_runs(game: Game, threads: int, most: int) -> Iterator[Run]:
    """Yield a run for ever more lines left, while a value is found."""
    moves = first_moves(game)
    for drawn in range(len(moves), -1, -1):
        position = Position.start(game)
        for move in moves[:drawn]:
            position = position.play(move)
        search = Search(game, position, threads=threads, node_limit=most, memory_limit=8 << 30)
        began = time.perf_counter()
        low, high = search.bounds(position)
        if low != high:
            return
        rate = search.nodes / (time.perf_counter() - began)
        yield Run(len(position.moves), low, search.nodes, rate)


def fitted(runs: list[Run], most: int, free: int) -> tuple[float, float]:
    """Return the factor for each line, and the nodes of so many free lines, from smaller runs."""
    used = [(run.lines, math.log2(run.nodes)) for run in runs if LEAST <= run.nodes <= most]
    fit = statistics.linear_regression([x for x, _ in used], [y for _, y in used])
    return 2**fit.slope, 2 ** (fit.intercept + fit.slope * free)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--most", type=int, default=60_000_000, help="nodes of a run")
    options.add_argument("--learn", type=int, default=5_000_000)
    given = options.parse_args()
    for text, value in KNOWN.items():
        game = parse_game(text)
        runs = list(partial_runs(game, given.threads, given.most))
        free, found, nodes, _ = runs[-1]
        assert free == len(game), f"{text} takes more than {given.most:,} nodes"
        assert found == value, (text, found)
        learn = min(given.learn, nodes // 4)
        factor, guess = fitted(runs, learn, free)
        print(
            f"{text}: {nodes:,} nodes; from runs of up to {learn:,}: {factor:.2f} times with each "
            f"line, {guess:,.0f}, {guess / nodes:.2f} times what it takes",
            flush=True,
        )
    runs = []
    for run in partial_runs(parse_game(GOAL), given.threads, given.most):
        runs.append(run)
        print(f"{GOAL}, {run.lines} lines left: {run.nodes:,} nodes, {run.rate:,.0f} a second",
              flush=True)  # fmt: skip
    factor, guess = fitted(runs, given.most, 49)
    print(
        f"{factor:.2f} times with each line: {guess:.2g} nodes for {GOAL}, "
        f"{guess / runs[-1].rate / 3600:.0f} hours at {runs[-1].rate:,.0f} nodes a second"
    )


if __name__ == "__main__":
    main()
