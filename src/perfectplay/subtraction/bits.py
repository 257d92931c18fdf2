"""Sets of heaps and of takes as integers: bit k for the member k."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = ["bits_of", "lowest", "members", "mirrored", "moved"]


def members(bits: int) -> Iterator[int]:
    """Yield the members of a set in ascending order, in linear time even for millions of bits.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    digits = bin(bits)[:1:-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


def bits_of(numbers: Iterable[int]) -> int:
    """Return the set of some numbers.

    >>> bin(bits_of([4, 1, 2]))
    '0b10110'
    """
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def lowest(bits: int, otherwise: int) -> int:
    """Return the least member of a set, or something else if it is empty.

    >>> lowest(0b10110, 0), lowest(0, 7)
    (1, 7)
    """
    return (bits & -bits).bit_length() - 1 if bits else otherwise


def mirrored(bits: int, last: int) -> int:
    """Return the set of `last` - k for all members k, which are at most `last`.

    >>> list(members(mirrored(0b10110, 10)))
    [6, 8, 9]
    """
    return int(f"{bits:0{last + 1}b}"[::-1], 2)


def moved(one: int, other: int) -> Iterator[int]:
    """Yield one of two sets moved by each member of the other, the one of fewer members.

    Together these sets have the sums of a member of one and a member of the other, each sum as
    often as there are such pairs.

    >>> [list(members(sums)) for sums in moved(0b1000, 0b10110)]
    [[4, 5, 7]]
    """
    if one.bit_count() > other.bit_count():
        one, other = other, one
    for member in members(one):
        yield other << member
