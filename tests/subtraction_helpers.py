"""Subtraction games straight from their definition, for comparison."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import count
from pathlib import Path

DATA = Path(__file__).parent / "data" / "subtraction"


def records(name: str) -> list[tuple[str, ...]]:
    """The lines of a data file, in parts; lines with # are comments."""
    lines = (DATA / name).read_text().splitlines()
    return [tuple(line.split(" | ")) for line in lines if line and not line.startswith("#")]


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


Rule = Collection[int] | Callable[[int], bool]  # the takes, or which numbers are takes


def options(takes: Rule, heap: int) -> list[int]:
    if callable(takes):
        return [heap - take for take in range(1, heap + 1) if takes(take)]
    return [heap - take for take in takes if take <= heap]


def mex(values: set[int]) -> int:
    return next(value for value in count() if value not in values)


def nim_by_definition(takes: Rule, heaps: int, *, misere: bool = False) -> list[int]:
    """The nim-values of heap 0, 1, ...; in misere play 1 for a heap that allows no move."""
    values: list[int] = []
    for heap in range(heaps):
        below = options(takes, heap)
        values.append(mex({values[h] for h in below}) if below or not misere else 1)
    return values


def outcomes_by_definition(takes: Rule, heaps: int, *, misere: bool = False) -> str:
    """W or L for heap 0, 1, ...: a player who cannot move loses, or wins in misere play."""
    text = ""
    for heap in range(heaps):
        below = options(takes, heap)
        won = any(text[h] == "L" for h in below) if below else misere
        text += "LW"[won]
    return text


def sum_is_won(takes: Sequence[int], heaps: tuple[int, ...], *, misere: bool = False) -> bool:
    """Whether the player to move wins a sum of heaps, by trying all moves."""

    @cache
    def won(position: tuple[int, ...]) -> bool:
        below = [
            tuple(sorted((*position[:i], heap - take, *position[i + 1 :])))
            for i, heap in enumerate(position)
            for take in takes
            if take <= heap
        ]
        return any(not won(after) for after in below) if below else misere

    return won(tuple(sorted(heaps)))


def period_by_definition(values: Sequence[int], largest: int) -> tuple[int, int] | None:
    """The least preperiod and period, if they show in these values: the least of either."""
    heaps = len(values)
    for period in range(1, heaps):
        preperiod = heaps - period
        while preperiod and values[preperiod - 1] == values[preperiod - 1 + period]:
            preperiod -= 1
        if preperiod + period + 2 * largest <= heaps:
            return preperiod, period
    return None
