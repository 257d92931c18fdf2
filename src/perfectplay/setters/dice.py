"""Random numbers that are the same everywhere: SplitMix64, and the draws made of it.

The state grows by an odd constant, and a number is the state with its bits mixed, all modulo 2^64.
It begins with 8 bytes of a SHA-256. Nothing here depends on Python's `random`, whose draws may
change from version to version.

Source: Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

__all__ = ["Dice"]

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15

Item = TypeVar("Item")


class Dice:
    """A stream of random numbers, the same for the same text.

    >>> dice = Dice("seed 0")
    >>> hex(dice.bits64()), dice.between(1, 6), dice.sample("abcdef", 3)
    ('0xd7b358a3891e6b17', 6, ['d', 'b', 'f'])
    """

    __slots__ = ("_state",)

    def __init__(self, text: str) -> None:
        self._state = int.from_bytes(sha256(text.encode()).digest()[:8], "big")

    def bits64(self) -> int:
        """Return the next number, in 0..2^64 - 1."""
        self._state = (self._state + STEP) & MASK
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
        return mixed ^ mixed >> 31

    def below(self, count: int) -> int:
        """Return a number in 0..count - 1, each as likely as the others."""
        whole = (1 << 64) // count * count
        while (number := self.bits64()) >= whole:  # the last, shorter round would favour some
            pass
        return number % count

    def between(self, low: int, high: int) -> int:
        """Return a number in low..high."""
        return low + self.below(high - low + 1)

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[Item], count: int) -> list[Item]:
        """Return so many of the items, in random order."""
        rest = list(items)
        for k in range(count):
            other = self.between(k, len(rest) - 1)
            rest[k], rest[other] = rest[other], rest[k]
        return rest[:count]
