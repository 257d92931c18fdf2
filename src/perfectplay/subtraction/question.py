"""A question about sets of takes: what is given of the heaps, and which takes may be in the set.

Takes above the length of the record are never used: they fit as they are, in or out. So a question
is about the takes up to the length, and how many larger ones there are to choose from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import TypedDict

from ..errors import ArgumentError, as_integer, shorten
from .bits import members
from .given import Given, Record, read
from .solvers import Engine, uses_sat

__all__ = ["Options", "Question", "ask"]


class Options(TypedDict, total=False):
    """The keyword arguments of `infer` and its kin, for those who pass them on.

    max_take: the largest take allowed; None for the length of the record (or, if no set fits then
        but the empty one, which is not allowed, the next take above it).
    require, forbid: takes that the set must have, and must not have.
    allow_empty: whether the empty set is an answer.
    misere: whether the player who cannot move wins.
    time_limit: seconds.
    engine: `"auto"`, `"native"` or `"sat"` (python-sat, the extra `sat`); the answer is the same.
    """

    max_take: int | None
    require: Iterable[int]
    forbid: Iterable[int]
    allow_empty: bool
    misere: bool
    time_limit: float | None
    engine: Engine


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, checked.

    Attributes:
        given: the outcomes or nim-values.
        takes, required: the takes allowed and required, up to the length of the record; bit sets.
        extra: the required takes above the length.
        max_take: as asked.
        forbidden: as asked.
    """

    given: Given
    takes: int
    required: int
    extra: tuple[int, ...]
    max_take: int | None
    forbidden: frozenset[int]
    allow_empty: bool
    engine: Engine

    @property
    def spare(self) -> int:
        """How many takes above the length of the record may be in the set or not, as one likes."""
        if self.max_take is None or self.max_take <= self.given.length:
            return 0
        low, high = self.given.length, self.max_take
        forbidden = sum(low < take <= high for take in self.forbidden)
        return high - low - forbidden - len(self.extra)

    @property
    def next_take(self) -> int:
        """The least take above the length of the record that is allowed, whatever `max_take` is."""
        return next(take for take in count(self.given.length + 1) if take not in self.forbidden)

    def with_more(self, takes: Iterable[int]) -> tuple[int, ...]:
        """Return a set with the required takes that no heap needs."""
        return tuple(sorted({*takes, *members(self.required), *self.extra}))


def ask(
    record: Record,
    *,
    max_take: int | None = None,
    require: Iterable[int] = (),
    forbid: Iterable[int] = (),
    allow_empty: bool = False,
    misere: bool = False,
    engine: Engine = "auto",
) -> Question:
    """Return a question, or raise `ArgumentError` or `NotationError` for what makes no sense."""
    given = read(record, misere=bool(misere))
    largest = None if max_take is None else as_integer("max_take", max_take, low=1)
    required = _takes("require", require)
    forbidden = _takes("forbid", forbid)
    if both := required & forbidden:
        raise ArgumentError(f"take {shorten(min(both))} is both required and forbidden")
    if largest is not None and required and max(required) > largest:
        raise ArgumentError(
            f"take {shorten(max(required))} is required, but max_take is {shorten(largest)}"
        )
    uses_sat(engine)  # says so if it cannot
    length = given.length
    takes = (2 << (length if largest is None else min(largest, length))) - 2
    for take in forbidden:
        takes &= ~(1 << take) if take <= length else -1
    within = sum(1 << take for take in required if take <= length)
    extra = tuple(sorted(take for take in required if take > length))
    return Question(given, takes, within, extra, largest, forbidden, bool(allow_empty), engine)


def _takes(name: str, takes: Iterable[int]) -> frozenset[int]:
    found = frozenset(as_integer(f"a take to {name}", take) for take in takes)
    if found and min(found) < 1:
        raise ArgumentError(
            f"a take to {name} is {shorten(min(found))}; takes are positive integers"
        )
    return found
