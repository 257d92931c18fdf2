"""What is given of a game with unknown takes: outcomes or nim-values of its heaps, some unknown.

Sets of heaps are integers, bit h for the heap h. Values are told apart up to the largest one given,
`top`; all larger ones are alike, for they never decide anything. So outcomes are values, too, with
top = 0: `L` is the value 0 and `W` is more. Of `WWL?W`, heaps 1 to 5:

    bit          5 4 3 2 1 0
    layers[0]    0 0 1 0 0 0     value 0, `L`
    more         1 0 0 1 1 0     a larger value than `top`, `W`
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..errors import ArgumentError, NotationError, is_integer, plain_int, shorten

__all__ = ["Given", "Record", "read"]

Record = str | Iterable[int | None]
"""Outcomes as a text of `W`, `L` and `?`, or nim-values with None for unknown; heap 1 first."""

UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Given:
    """Outcomes or nim-values of the heaps 1 to `length`.

    Attributes:
        record: the letters, or the nim-values.
        nim: whether these are nim-values.
        misere: whether the player who cannot move wins; then a heap that allows no move is `W` and
            has the nim-value 1.
        layers: the heaps given as 0, as 1, and so on.
        more: the heaps given as larger.
    """

    record: str | tuple[int | None, ...]
    nim: bool
    misere: bool
    layers: tuple[int, ...]
    more: int

    @property
    def length(self) -> int:
        """The largest heap."""
        return len(self.record)

    @property
    def top(self) -> int:
        """The largest value told apart."""
        return len(self.layers) - 1

    @property
    def stuck(self) -> int:
        """The value of a heap that allows no move; `top` + 1 stands for more."""
        return 1 if self.misere else 0

    @property
    def known(self) -> int:
        """The heaps that are given."""
        heaps = self.more
        for layer in self.layers:
            heaps |= layer
        return heaps

    @property
    def fits_no_take(self) -> bool:
        """Whether a set without a take that any heap allows yields this."""
        stuck = self.more if self.stuck > self.top else self.layers[self.stuck]
        return not self.known & ~stuck

    @property
    def too_large(self) -> int | None:
        """The first heap with a value larger than the heap, which no set yields; None mostly."""
        if not self.nim or not self.more:
            return None
        return (self.more & -self.more).bit_length() - 1

    def prefix(self, length: int) -> Given:
        """Return what is given of the heaps up to `length`."""
        low = (2 << length) - 1
        layers = tuple(layer & low for layer in self.layers)
        return Given(self.record[:length], self.nim, self.misere, layers, self.more & low)

    def first_difference(self, takes: Iterable[int]) -> int | None:
        """Return the first heap to which a set of takes gives another value; None if there is none.

        >>> read("WWL?").first_difference([1, 2]), read("WWL?").first_difference([1])
        (None, 2)
        """
        from .game import SubtractionGame

        game = SubtractionGame(takes, misere=self.misere)
        if not self.nim:
            found = game.outcomes(self.length)
            if found == self.record:
                return None
            wrong = _places(found, "W") & self.layers[0] | _places(found, "L") & self.more
            return (wrong & -wrong).bit_length() - 1 if wrong else None
        values = game.nim_values(self.length).tolist()
        pairs = enumerate(zip(self.record, values, strict=True), 1)
        return next((heap for heap, (a, b) in pairs if a is not None and a != b), None)

    def says(self, heap: int) -> str:
        """Return what is given of a heap in words.

        >>> read("WL").says(2), read([1, 0]).says(1)
        ('is L', 'has the nim-value 1')
        """
        value = self.record[heap - 1]
        return f"has the nim-value {value}" if self.nim else f"is {value}"


def read(record: Record, *, misere: bool = False) -> Given:
    """Return what is given by outcomes or nim-values.

    Raises `NotationError` for a letter or a value that makes no sense, with the heap.

    >>> read("WL?W")
    Given(record='WL?W', nim=False, misere=False, layers=(4,), more=18)
    >>> read([1, None, 0])
    Given(record=(1, None, 0), nim=True, misere=False, layers=(8, 2), more=0)
    """
    if isinstance(record, str):
        return _read_outcomes(record, misere)
    return _read_nim_values(record, misere)


def _read_outcomes(text: str, misere: bool) -> Given:
    if wrong := text.lstrip("WL?"):
        heap = len(text) - len(wrong) + 1
        raise NotationError(
            f"heap {heap} is {wrong[0]!r}; an outcome is W or L, or ? if unknown, one letter a heap"
        )
    return Given(text, False, misere, (_places(text, "L"),), _places(text, "W"))


def _places(text: str, letter: str) -> int:
    others = "WL?".replace(letter, "")
    digits = text.translate({ord(letter): "1", ord(others[0]): "0", ord(others[1]): "0"})
    return int(digits[::-1] or "0", 2) << 1


def _read_nim_values(record: Any, misere: bool) -> Given:
    if isinstance(record, bytes | bytearray):
        raise ArgumentError(f"outcomes are text and nim-values a list, not {shorten(record)}")
    try:
        listed = record.tolist() if hasattr(record, "tolist") else list(record)
    except TypeError:
        raise ArgumentError(
            f"{shorten(record)} is neither a text of W, L and ? nor a list of nim-values"
        ) from None
    values = tuple(None if value is None else plain_int(value) for value in listed)
    top = 1 if misere else 0
    for heap, value in enumerate(values, 1):
        if value is None:
            continue
        if not is_integer(value) or value < 0:
            raise NotationError(
                f"heap {heap} has {shorten(value)}; a nim-value is an integer >= 0, or None if"
                " unknown"
            )
        if top < value <= heap:
            top = value
    size = len(values) // 8 + 1
    layers = [bytearray(size) for _ in range(top + 1)]
    too_large = bytearray(size)  # no heap has a larger value than its size
    for heap, value in enumerate(values, 1):
        if value is not None:
            layer = layers[value] if value <= min(top, heap) else too_large
            layer[heap >> 3] |= 1 << (heap & 7)
    found = tuple(int.from_bytes(layer, "little") for layer in layers)
    return Given(values, True, misere, found, int.from_bytes(too_large, "little"))
