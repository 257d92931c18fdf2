"""Inference on random records: how many are solved in a time limit, how long that takes, which gap.

    python benchmarks/subtraction/bench_infer.py [--count 20] [--time-limit 10] [--all]
        [--engines native sat] [--only TEXT]

The values shown are the defaults; `sat` needs the extra of that name. A record is what a random set
of takes up to a bound yields, some of its heaps unknown. Every answer is played forward, yields the
record, and is at most as large as the set it came from; where two engines are at their end, they
have the same set. The time limit is one of the wall clock, the seconds shown are those of the
processor. Where the time was up, the gap is what is left between the bounds of the smallest size.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time

from perfectplay import SubtractionGame
from perfectplay.subtraction import Inference, smallest_set
from perfectplay.subtraction.solvers import ENGINES, Engine


@dataclass(frozen=True)
class Kind:
    """Records of `heaps` heaps from sets of `takes` takes up to `largest`."""

    takes: int
    largest: int
    heaps: int
    unknown: float = 0
    nim: bool = False
    misere: bool = False

    def __str__(self) -> str:
        what = "nim-values" if self.nim else "outcomes"
        hidden = f", {self.unknown:.0%} unknown" if self.unknown else ""
        play = ", misere" if self.misere else ""
        return f"{self.heaps} {what} of {self.takes} takes to {self.largest}{hidden}{play}"

    def record(self, seed: int) -> tuple[list[int | None], list[int]]:
        """Values, 0 and 1 for outcomes, and the set they come from."""
        rng = Random(seed)
        takes = sorted(rng.sample(range(1, self.largest + 1), self.takes))
        values = self.values(takes)
        return [None if rng.random() < self.unknown else value for value in values], takes

    def values(self, takes: list[int] | tuple[int, ...]) -> list[int]:
        game = SubtractionGame(takes, misere=self.misere)
        if self.nim:
            return [int(value) for value in game.nim_values(self.heaps)]
        return ["LW".index(letter) for letter in game.outcomes(self.heaps)]

    def infer(self, record: list[int | None], time_limit: float, engine: Engine) -> Inference:
        given: str | list[int | None] = record
        if not self.nim:
            given = "".join("?" if value is None else "LW"[value] for value in record)
        return smallest_set(given, misere=self.misere, time_limit=time_limit, engine=engine)


TARGETS = [
    Kind(12, 200, 2000),
    Kind(12, 200, 2000, 0.5),
    Kind(12, 200, 2000, misere=True),
    Kind(12, 200, 2000, 0.5, misere=True),
    Kind(12, 200, 2000, 0.5, nim=True),
]
HARDER = [
    Kind(12, 200, 2000, 0.8),
    Kind(30, 300, 300),
    Kind(40, 300, 300),
    Kind(30, 300, 300, 0.5),
    Kind(30, 1000, 1000),
    Kind(60, 3000, 3000),
]


def main() -> None:
    parser = argparse.ArgumentParser(description="time inference on random records")
    parser.add_argument(
        "--count", type=int, default=20, help="records a kind; default: %(default)s"
    )
    parser.add_argument("--time-limit", type=float, default=10, help="default: %(default)s s")
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=["native", "sat"])
    parser.add_argument("--all", action="store_true", help="also kinds that are much harder")
    parser.add_argument("--only", default="", help="kinds whose description has this")
    options = parser.parse_args()
    print(f"{'':<56}{'engine':<8}{'solved':>8}{'median':>9}{'most':>9}   gaps")
    for kind in [*TARGETS, *HARDER] if options.all else TARGETS:
        if options.only in str(kind):
            compare(kind, options.count, options.time_limit, options.engines)


def compare(kind: Kind, count: int, time_limit: float, engines: list[Engine]) -> None:
    """Print a line an engine; all of them have the same answers."""
    solved: dict[int, tuple[int, ...] | None] = {}
    for engine in engines:
        seconds, gaps = [], []
        for seed in range(count):
            record, takes = kind.record(seed)
            start = process_time()
            found = kind.infer(record, time_limit, engine)
            seconds.append(process_time() - start)
            check(kind, record, takes, found)
            if found.status == "solved":
                assert solved.setdefault(seed, found.takes) == found.takes
            else:
                lower, upper = found.bounds
                gaps.append(f"{lower}..{'' if upper is None else upper}")
        line = f"{kind!s:<56}{engine:<8}{f'{count - len(gaps)}/{count}':>8}"
        times = f"{median(seconds):>9.3f}{max(seconds):>9.3f}"
        print(f"{line}{times}   {' '.join(gaps)}", flush=True)


def check(kind: Kind, record: list[int | None], takes: list[int], found: Inference) -> None:
    lower, upper = found.bounds
    if found.takes is not None:
        values = kind.values(found.takes)
        assert all(asked in (None, value) for asked, value in zip(record, values, strict=True))
        assert upper == len(found.takes)
    assert lower <= len(takes)
    assert found.status == "bounded" or (lower == upper and upper <= len(takes))


if __name__ == "__main__":
    main()
