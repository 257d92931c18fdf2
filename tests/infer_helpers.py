"""All sets of takes up to a bound, tried at once: who fits a record?

Sets are numbered by their bits: bit s - 1 for the take s. `Brute` lists the nim-values of every
heap for every set, so that a record is compared with all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from random import Random

import numpy as np
from numpy.typing import NDArray

from perfectplay.subtraction.given import Record

Fits = NDArray[np.bool_]


class Brute:
    """All sets with takes 1 to `most`, and the heaps 0 to `heaps`."""

    def __init__(self, most: int, heaps: int, misere: bool) -> None:
        self.most = most
        sets = np.arange(1 << most)
        values = np.zeros((heaps + 1, 1 << most), np.uint8)
        for heap in range(heaps + 1):
            reached = np.zeros(1 << most, np.uint32)
            stuck = np.ones(1 << most, np.bool_)
            for take in range(1, min(most, heap) + 1):
                having = sets >> (take - 1) & 1 == 1
                reached[having] |= np.uint32(1) << values[heap - take][having]
                stuck &= ~having
            value = np.zeros(1 << most, np.uint8)
            full = reached.copy()
            while (full & 1).any():
                value += (full & 1).astype(np.uint8)
                full = np.where(full & 1, full >> 1, 0)
            values[heap] = np.where(stuck, int(misere), value)
        self.values = values
        self.preferred = [
            sum(1 << (take - 1) for take in takes)
            for size in range(most + 1)
            for takes in combinations(range(1, most + 1), size)
        ]
        self.rank = np.argsort(np.array(self.preferred))
        self.sizes = np.array([bin(number).count("1") for number in range(1 << most)])

    def fits(self, record: Record) -> Fits:
        """Which sets yield a record."""
        fit = np.ones(1 << self.most, np.bool_)
        for heap, value in enumerate(record, 1):
            if value in ("?", None):
                continue
            here = self.values[heap]
            if isinstance(value, str):
                fit &= (here > 0) == (value == "W")
            else:
                fit &= here == value
        return fit

    def allowed(self, most: int, require: Iterable[int] = (), forbid: Iterable[int] = ()) -> Fits:
        """Which sets have takes up to a bound, the required ones, and no forbidden one."""
        must = bits(require)
        never = bits(take for take in forbid if take <= self.most) | (-1 << most)
        sets = np.arange(1 << self.most)
        allowed: Fits = (sets & must == must) & (sets & never == 0)
        return allowed

    def in_order(self, fit: Fits) -> list[tuple[int, ...]]:
        """The smallest of these sets, in lexicographic order."""
        if not fit.any():
            return []
        size = self.sizes[fit].min()
        numbers = np.flatnonzero(fit & (self.sizes == size))
        return [takes_of(number) for number in numbers[np.argsort(self.rank[numbers])].tolist()]


@cache
def brute(most: int, heaps: int, misere: bool) -> Brute:
    return Brute(most, heaps, misere)


def bits(takes: Iterable[int]) -> int:
    return sum(1 << (take - 1) for take in takes)


def takes_of(number: int) -> tuple[int, ...]:
    return tuple(s for s in range(1, number.bit_length() + 1) if number >> (s - 1) & 1)


def random_record(
    rng: Random, all_sets: Brute, length: int, *, nim: bool, unknown: float, noise: float
) -> Record:
    """What some set yields, with some heaps unknown and perhaps some that are wrong."""
    share = rng.choice((0.1, 0.3, 0.5))
    number = bits(take for take in range(1, all_sets.most + 1) if rng.random() < share)
    column = all_sets.values[1 : length + 1, number].tolist()
    values: list[int | None] = [
        None if rng.random() < unknown else value if rng.random() >= noise else rng.randint(0, 3)
        for value in column
    ]
    return values if nim else letters(values)


def letters(values: Sequence[int | None]) -> str:
    return "".join("?" if value is None else "W" if value else "L" for value in values)
