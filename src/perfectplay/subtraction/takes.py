"""Subtraction sets: finite ones, all numbers but some, endless sequences; and how to write them.

1,3,4            these takes
1-5,9            1, 2, 3, 4, 5 and 9
none             no take at all
all-but:3,7      every positive number but these; `all` for every one
squares          an endless sequence: cubes, factorials, fibonacci, primes, squares, ...
b-file:PATH      the terms of a file as the OEIS has them, lines of an index and a term
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any

from ..errors import ArgumentError, InputError, NotationError, as_integer, closest, shorten

__all__ = [
    "SEQUENCES",
    "AllButTakes",
    "EndlessTakes",
    "FiniteTakes",
    "Takes",
    "as_takes",
    "b_file",
    "parse_takes",
]

MOST_TAKES = 10_000_000  # of a finite set; more are a mistake, or an endless sequence


class Takes(ABC):
    """A subtraction set. `str` writes it so that `parse_takes` reads it."""

    __slots__ = ()

    @abstractmethod
    def up_to(self, heap: int) -> list[int]:
        """Return the takes that a heap of this size allows, ascending."""

    @abstractmethod
    def __contains__(self, take: object) -> bool:
        """Return whether this take is in the set."""

    @property
    @abstractmethod
    def least(self) -> int | None:
        """The smallest take; None if there is none."""


@dataclass(frozen=True, slots=True)
class FiniteTakes(Takes):
    """Finitely many takes, in any order; duplicates do not matter.

    Raises `ArgumentError` for a take that is no positive integer.

    >>> str(FiniteTakes((4, 1, 3, 4))), str(FiniteTakes(range(1, 6))), str(FiniteTakes(()))
    ('1,3,4', '1-5', 'none')
    """

    elements: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "elements", _positive("a take", self.elements))

    def __str__(self) -> str:
        return _written(self.elements) or "none"

    def up_to(self, heap: int) -> list[int]:
        """Return the takes that a heap of this size allows, ascending."""
        return list(self.elements[: bisect_right(self.elements, heap)])

    def __contains__(self, take: object) -> bool:
        return take in self.elements

    @property
    def least(self) -> int | None:
        """The smallest take; None if there is none."""
        return self.elements[0] if self.elements else None

    @property
    def largest(self) -> int:
        """The largest take; 0 if there is none."""
        return self.elements[-1] if self.elements else 0


@dataclass(frozen=True, slots=True)
class AllButTakes(Takes):
    """Every positive integer, except some.

    Raises `ArgumentError` for an excluded take that is no positive integer.

    >>> str(AllButTakes((7, 2, 3))), AllButTakes((7, 2, 3)).up_to(6)
    ('all-but:2,3,7', [1, 4, 5, 6])
    """

    excluded: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "excluded", _positive("an excluded take", self.excluded))

    def __str__(self) -> str:
        return f"all-but:{_written(self.excluded)}" if self.excluded else "all"

    def up_to(self, heap: int) -> list[int]:
        """Return the takes that a heap of this size allows, ascending."""
        without = set(self.excluded)
        return [take for take in range(1, heap + 1) if take not in without]

    def __contains__(self, take: object) -> bool:
        return isinstance(take, int) and take >= 1 and take not in self.excluded

    @property
    def least(self) -> int:
        """The smallest take."""
        return next(take for take in count(1) if take not in self.excluded)

    @property
    def largest_excluded(self) -> int:
        """The largest excluded take; 0 if there is none."""
        return self.excluded[-1] if self.excluded else 0


class EndlessTakes(Takes):
    """The terms of a sequence that never goes down, read as far as somebody asks.

    Arguments:
        terms: the terms, ascending; duplicates do not matter, and zeros are left out. If they end,
            these are all takes there are.
        name: what `str` is to say; a name of `SEQUENCES` can be read back.
        known_to: the last term, if the terms end only because no more are known. Asking beyond it
            is an `InputError`.

    Two of them are equal only if they are the same object, or the same of `SEQUENCES`. Raises
    `InputError`, when it comes to it, for terms that go down, are negative, or are no integers.

    >>> EndlessTakes(2**k for k in count()).up_to(10)
    [1, 2, 4, 8]
    """

    __slots__ = ("_known", "_known_to", "_name", "_terms")

    def __init__(
        self, terms: Iterable[int], *, name: str = "sequence", known_to: int | None = None
    ) -> None:
        self._terms = iter(terms)
        self._name = name
        self._known_to = known_to
        self._known: list[int] = []

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f"<EndlessTakes {self._name}>"

    def up_to(self, heap: int) -> list[int]:
        """Return the takes that a heap of this size allows, ascending."""
        if self._known_to is not None and heap > self._known_to:
            raise InputError(
                f"{self._name} ends with {self._known_to}; a heap of {shorten(heap)} needs all"
                " terms up to its size"
            )
        known = self._known
        while not known or known[-1] <= heap:
            term = next(self._terms, None)
            if term is None:
                break
            number = self._checked(term)
            if number and (not known or number > known[-1]):
                known.append(number)
        return known[: bisect_right(known, heap)]

    def _checked(self, term: Any) -> int:
        last = self._known[-1] if self._known else 0
        try:
            number = as_integer(f"a term of {self._name}", term)
        except ArgumentError as error:
            raise InputError(str(error)) from None
        if number < last:
            after = f" after {shorten(last)}" if last else ""
            raise InputError(
                f"{self._name} has {shorten(number)}{after}; terms are not negative and ascend"
            )
        return number

    def __contains__(self, take: object) -> bool:
        return isinstance(take, int) and take >= 1 and take in self.up_to(take)[-1:]

    @property
    def least(self) -> int | None:
        """The smallest take; None if there is none."""
        self.up_to(0)  # reads on to the first positive term
        return self._known[0] if self._known else None


def _primes() -> Iterator[int]:
    """Yield the primes, sieved in stretches that double."""
    import numpy as np

    low, high = 2, 1 << 10
    while True:
        prime = np.ones(high, dtype=bool)
        for factor in range(2, math.isqrt(high) + 1):
            if prime[factor]:
                prime[factor * factor :: factor] = False
        yield from (np.flatnonzero(prime[low:]) + low).tolist()
        low, high = high, 2 * high


def _fibonacci() -> Iterator[int]:
    a, b = 1, 2
    while True:
        yield a
        a, b = b, a + b


SEQUENCES: dict[str, Callable[[], Iterator[int]]] = {
    "cubes": lambda: (k**3 for k in count(1)),
    "factorials": lambda: (math.factorial(k) for k in count(1)),
    "fibonacci": _fibonacci,
    "powers-of-2": lambda: (1 << k for k in count()),
    "primes": _primes,
    "squares": lambda: (k * k for k in count(1)),
    "triangular": lambda: (k * (k + 1) // 2 for k in count(1)),
}
_MADE: dict[str, EndlessTakes] = {}


def b_file(path: str | Path) -> EndlessTakes:
    """Return the takes of a b-file of the OEIS: a line `index term` each, `#` starts a comment.

    The file says nothing about terms beyond its last, so heaps larger than that are refused.
    Raises `InputError` for a malformed line, and `OSError` if the file cannot be read.
    """
    terms: list[int] = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            _, term = map(int, words)
        except ValueError:
            raise InputError(
                f"{path}, line {number}: {shorten(line)} is not an index and a term"
            ) from None
        if term < 0 or (terms and term < terms[-1]):
            raise InputError(f"{path}, line {number}: {shorten(term)}; terms must ascend from 0 on")
        terms.append(term)
    if not any(terms):
        raise InputError(f"{path} has no positive terms; a b-file has lines of an index and a term")
    return EndlessTakes(terms, name=f"b-file:{path}", known_to=terms[-1])


def parse_takes(text: str) -> Takes:
    """Return the subtraction set that a text describes, as the top of this module lists them.

    Raises `NotationError` with the character for a text that is none of these.

    >>> parse_takes("1-3, 9")
    FiniteTakes(elements=(1, 2, 3, 9))
    >>> parse_takes("all-but:3,7").up_to(5)
    [1, 2, 4, 5]
    >>> parse_takes("1,3x")
    Traceback (most recent call last):
    perfectplay.errors.NotationError: character 3: '3x' is no take; ...
    """
    stripped = text.strip()
    if stripped == "none":
        return FiniteTakes(())
    if stripped == "all":
        return AllButTakes(())
    if stripped in SEQUENCES:
        if stripped not in _MADE:
            _MADE[stripped] = EndlessTakes(SEQUENCES[stripped](), name=stripped)
        return _MADE[stripped]
    head, colon, rest = text.partition(":")
    if head.strip() == "all-but" and colon:
        return AllButTakes(_parsed(rest, len(head) + 1))
    if head.strip() == "b-file" and colon:
        return b_file(rest.strip())
    if stripped[:1].isalpha():
        forms = closest(head.strip(), [*SEQUENCES, "none", "all", "all-but:...", "b-file:..."])
        raise NotationError(f"no subtraction set {shorten(text)}: {forms}, or takes such as 1,3-5")
    return FiniteTakes(_parsed(text, 0))


def as_takes(takes: Takes | str | Iterable[int]) -> Takes:
    """Return a subtraction set given in any way: as such, as text, or by its elements.

    >>> as_takes([4, 1, 3]) == as_takes("1,3,4") == FiniteTakes((1, 3, 4))
    True
    """
    if isinstance(takes, Takes):
        return takes
    if isinstance(takes, str):
        return parse_takes(takes)
    elements = tuple(islice(takes, MOST_TAKES + 1))
    if len(elements) > MOST_TAKES:
        raise ArgumentError(
            f"there are more than {MOST_TAKES} takes; make an endless sequence EndlessTakes"
        )
    return FiniteTakes(elements)


def _parsed(text: str, offset: int) -> tuple[int, ...]:
    """Return the takes of a list such as `1-5,9`, `offset` characters into a text."""
    found: set[int] = set()
    for piece in text.split(","):
        place = offset + 1 + len(piece) - len(piece.lstrip())
        offset += len(piece) + 1
        first, dash, last = piece.strip().partition("-")
        ends = (first, last) if dash else (first, first)
        if not all(end.isascii() and end.isdecimal() and len(end) < 4000 for end in ends):
            raise NotationError(
                f"character {place}: {shorten(piece.strip())} is no take; write takes such as"
                " 1,3,4 or 1-5,9"
            )
        low, high = map(int, ends)
        if low < 1 or high < low:
            wrong = f"{shorten(low)} is no take; takes are positive"
            if low >= 1:
                wrong = f"{piece.strip()} is no range; the smaller take comes first"
            raise NotationError(f"character {place}: {wrong}")
        if high - low + len(found) >= MOST_TAKES:
            raise ArgumentError(f"{shorten(text)} has more than {MOST_TAKES} takes")
        found.update(range(low, high + 1))
    return tuple(sorted(found))


def _positive(what: str, elements: Iterable[int]) -> tuple[int, ...]:
    distinct = sorted({as_integer(what, element) for element in elements})
    if distinct and distinct[0] <= 0:
        raise ArgumentError(f"{what} is {shorten(distinct[0])}; takes are positive integers")
    return tuple(distinct)


def _written(elements: Sequence[int]) -> str:
    """Return elements as text, three or more in a row as a range."""
    pieces: list[str] = []
    at = 0
    while at < len(elements):
        end = at
        while end + 1 < len(elements) and elements[end + 1] == elements[end] + 1:
            end += 1
        if end - at >= 2:
            pieces.append(f"{elements[at]}-{elements[end]}")
            at = end + 1
        else:
            pieces.append(str(elements[at]))
            at += 1
    return ",".join(pieces)
