"""What each technique of the search is worth: nodes and seconds with it left out.

    python benchmarks/search/ablation.py [GAME ...] [--without NAME ...]

Without games, 3 x 4 boxes, the flower of honeycomb and the complete graph of 7 coins. Every run
is on one thread and must give the same value. `theory` leaves out the theory of chains
altogether, with all that needs it, and `order` tries moves by their numbers; what the others are
is said in the docs, on the page about the search. A run is stopped at 20 times the nodes of the
full search, but not before ten million.
"""

from __future__ import annotations

import argparse
import time

from perfectplay import Search, parse_game
from perfectplay.search import TECHNIQUES

GAMES = ["dots-and-boxes:3x4", "honeycomb:flower", "complete:7"]


def measure(game: str, without: tuple[str, ...], most: int | None) -> tuple[int | None, int, float]:
    """Return the value, None if it was stopped, the nodes and the seconds of the processor."""
    search = Search(parse_game(game), threads=1, without=without, node_limit=most)
    began = time.process_time()
    low, high = search.bounds(search.base)
    return (low if low == high else None), search.nodes, time.process_time() - began


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", default=GAMES)
    options.add_argument("--without", nargs="*", default=TECHNIQUES, choices=TECHNIQUES)
    given = options.parse_args()
    for game in given.games:
        value, nodes, seconds = measure(game, (), None)
        print(f"{game}, value {value}\n  {'all techniques':20} {nodes:12,} nodes {seconds:8.3f} s")
        for name in given.without:
            found, more, longer = measure(game, (name,), max(20 * nodes, 10_000_000))
            assert found in (value, None), (game, name, found)
            mark = "" if found is not None else " (stopped)"
            print(
                f"  without {name:12} {more:12,} nodes {longer:8.3f} s  "
                f"{more / nodes:6.2f} x nodes {longer / seconds:6.2f} x time{mark}",
                flush=True,
            )


if __name__ == "__main__":
    main()
