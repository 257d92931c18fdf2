"""What a setter is: a contest format to be written, with the kinds of cases it knows.

A *kind* is a stream: it draws cases for ever, or until there are none left, and yields None where
a draw was not of its kind. Who reads the stream counts those, and loses patience.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..errors import ArgumentError, closest, plain_int, plain_tuple, shorten
from .dice import Dice

__all__ = ["Case", "Kind", "Limit", "Setter", "Span", "Spans", "trap_kind"]

ATTEMPTS = 600  # draws for one trap before it is given up; for all, fewer than PATIENCE


@dataclass(frozen=True, slots=True)
class Span:
    """The integers low..high.

    >>> span = Span(5, 10)
    >>> str(span), 10 in span, str(Span(7, 7))
    ('5..10', True, '7')
    """

    low: int
    high: int

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}..{self.high}"

    def draw(self, dice: Dice) -> int:
        """Return one of the integers."""
        return dice.between(self.low, self.high)

    def part(self, low: int, high: int) -> Span:
        """Return what of it is in low..high; all of it if that is nothing.

        >>> Span(5, 10).part(7, 20), Span(5, 10).part(1, 4)
        (Span(low=7, high=10), Span(low=5, high=10))
        """
        low, high = max(low, self.low), min(high, self.high)
        return Span(low, high) if low <= high else self


Spans = Mapping[str, Span]


@dataclass(frozen=True, slots=True)
class Limit:
    """What a contest allows of one number.

    Attributes:
        what: the number.
        span: its limits.
        usual: what is drawn unless asked otherwise; the kind `extremes` always goes to the limits.
        optional: whether it is left out unless asked for.
    """

    what: str
    span: Span
    usual: Span | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a contest file.

    Attributes:
        text: its lines.
        note: what it is good for.
    """

    text: str
    note: str


Kind = Callable[[Dice, Spans], Iterator[Case | None]]


def trap_kind(traps: Sequence[Callable[[Dice, Spans], Case | None]]) -> Kind:
    """Return the kind of cases that catch mistakes, one after the other.

    Each trap draws a case; None if it catches nothing. One that never does is given up.
    """

    def stream(dice: Dice, spans: Spans) -> Iterator[Case | None]:
        live = list(traps)
        while live:
            for trap in tuple(live):
                for _ in range(ATTEMPTS):
                    case = trap(dice, spans)
                    yield case
                    if case is not None:
                        break
                else:
                    live.remove(trap)

    return stream


@dataclass(frozen=True, slots=True)
class Setter:
    """How to write files of a contest format.

    Attributes:
        name: as the command line takes it; also that of the judge.
        limits: what may be constrained, by name.
        kinds: the kinds of cases, by name.
        compose: makes a file of the texts of its cases.
        most: how many cases a file may have, if the contest has a limit.
    """

    name: str
    limits: Mapping[str, Limit]
    kinds: Mapping[str, Kind]
    compose: Callable[[Sequence[str], Spans, Dice], str]
    most: int | None = None

    def kind(self, name: str) -> Kind:
        """Return a kind; `ArgumentError` if there is none of this name."""
        if name not in self.kinds:
            raise ArgumentError(f"{self.name} has no kind {name!r}: {closest(name, self.kinds)}")
        return self.kinds[name]

    def spans(self, constraints: Mapping[str, object], kind: str) -> dict[str, Span]:
        """Return what to draw from, given an integer or a pair (low, high) for some numbers.

        Raises `ArgumentError` for numbers this contest has not and for spans outside its limits.
        """
        for name, value in constraints.items():
            if value is not None and name not in self.limits:
                raise ArgumentError(
                    f"{self.name} has no constraint {name!r}: {closest(name, self.limits)}"
                )
        spans = {}
        for name, limit in self.limits.items():
            if (wanted := constraints.get(name)) is not None:
                spans[name] = _span(name, wanted, limit)
            elif not limit.optional:
                usual = limit.usual if kind != "extremes" else None
                spans[name] = usual or limit.span
        return spans


def _span(name: str, wanted: object, limit: Limit) -> Span:
    pair = plain_tuple(wanted)
    ends = [plain_int(end) for end in pair] if isinstance(pair, tuple) else [plain_int(wanted)] * 2
    right = len(ends) == 2 and all(type(end) is int for end in ends)
    if not right or not ends[0] <= ends[1]:
        raise ArgumentError(
            f"{name} is {shorten(wanted)}; it must be an integer or a pair (low, high) of integers"
        )
    span = Span(*ends)
    if span.low not in limit.span or span.high not in limit.span:
        raise ArgumentError(
            f"{name} is {shorten(wanted)}; the contest allows {limit.span} ({limit.what})"
        )
    return span
