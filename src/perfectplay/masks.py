"""Sets of items as integers: bit i is set iff item i is in the set.

items    5 4 3 2 1 0
mask   0b0 0 1 0 1 1   = {0, 1, 3}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = ["bits", "mask_of", "show_mask"]


def bits(mask: int) -> Iterator[int]:
    """Yield the items of a set in ascending order.

    >>> list(bits(0b1011))
    [0, 1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(items: Iterable[int]) -> int:
    """Return the set of the given items as a mask.

    >>> bin(mask_of([0, 1, 3]))
    '0b1011'
    """
    mask = 0
    for item in items:
        mask |= 1 << item
    return mask


def show_mask(mask: int) -> str:
    """Return a set for a message.

    >>> show_mask(0b1011), show_mask(0)
    ('{0, 1, 3}', 'empty')
    """
    return "{" + ", ".join(map(str, bits(mask))) + "}" if mask else "empty"
