"""What can be wrong with the items, the numbers and the score of a game, a sentence each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from .errors import cut, is_integer, shorten
from .score import Gems, Regions, Score, bits, total

__all__ = [
    "MAX_ITEMS",
    "MAX_NUMBER",
    "MAX_TOTAL",
    "item_problems",
    "number_problems",
    "score_problems",
    "size_of",
]

MAX_ITEMS = 10_000  # far more than can be solved
MAX_TOTAL = 32_767  # margins lie in [-F(all), F(all)] and must fit 16 bits
MAX_NUMBER = 1_000_000_000  # of the first item
NAME = re.compile(r"[^\s,]+")


def size_of(items: Any) -> int | None:
    """Return how many items there are, given their number or names; None if that makes no sense.

    >>> size_of(3), size_of(("left", "right")), size_of(-1)
    (3, 2, None)
    """
    size = items if is_integer(items) else len(items) if isinstance(items, tuple) else -1
    return size if 0 <= size <= MAX_ITEMS else None


def item_problems(items: Any, first: Any) -> Iterator[str]:
    """Yield what is wrong with the number of items, or with the tuple of their names.

    >>> list(item_problems(("a", "b c", "7"), 0))[1]
    "item 2 has the name '7', but its number is 2"
    """
    if is_integer(items):
        if items < 0:
            yield f"the number of items is {shorten(items)}; it must be >= 0"
        count = items
    elif isinstance(items, tuple):
        yield from _name_problems(items, first if is_integer(first) else 0)
        count = len(items)
    else:
        yield f"items is {shorten(items)}; it must be their number, an integer >= 0, or their names"
        return
    if count > MAX_ITEMS:
        yield f"there are {shorten(count)} items; at most {MAX_ITEMS} are possible"


def _name_problems(names: tuple[Any, ...], first: int) -> Iterator[str]:
    for name, count in Counter(name for name in names if isinstance(name, str)).items():
        if count > 1:
            yield f"{count} items have the name {shorten(name)}"
    for index, name in enumerate(names):
        if not isinstance(name, str) or not NAME.fullmatch(name) or not name.isprintable():
            yield (
                f"item {index} has the name {shorten(name)}; a name is a text, not empty, without "
                "spaces, commas, and characters that cannot be printed"
            )
        elif name.isdecimal() and name != (number := shorten(index + first)):
            yield f"item {index} has the name {shorten(name)}, but its number is {number}"


def number_problems(start: Any, first: Any, n: int | None) -> Iterator[str]:
    """Yield what is wrong with the mask of the items taken at the start and the first number.

    Of n items, if that is known.

    >>> list(number_problems(0b100, "1", 2))[0]
    'start is 0b100; it must be a mask of the items 0..1'
    """
    if not is_integer(start):
        yield f"start is {shorten(start)}; it must be a mask, an integer >= 0"
    elif start < 0 or (n is not None and start >> n):
        there_are = f"items 0..{n - 1}" if n else "items of the game"
        yield f"start is {cut(f'{start:#b}')}; it must be a mask of the {there_are}"
    if not is_integer(first) or not 0 <= first <= MAX_NUMBER:
        yield f"numbered_from is {shorten(first)}; it must be an integer in 0..{MAX_NUMBER}"


def score_problems(score: Score, n: int, symmetries: Any) -> Iterator[str]:
    """Yield what is wrong with a score of n items; of a right one, what with its symmetries.

    >>> from perfectplay import Region
    >>> list(score_problems(Regions((Region(0b11, 32_768),)), 2, ((0, 0),)))
    ... # doctest: +NORMALIZE_WHITESPACE
    ['F(all) = 32768; more than 32767 points are not supported',
     'symmetry 0 is not a permutation of the items 0..1']
    """
    wrong = tuple(score.problems(n))
    yield from wrong
    if wrong:
        return
    if (most := total(score, n)) > MAX_TOTAL:
        yield f"F(all) = {shorten(most)}; more than {MAX_TOTAL} points are not supported"
    if not isinstance(symmetries, tuple):
        yield f"symmetries is {shorten(symmetries)}; it must be a sequence of permutations"
        return
    for k, permutation in enumerate(symmetries):
        right = isinstance(permutation, tuple) and all(map(is_integer, permutation))
        if not right or sorted(permutation) != list(range(n)):
            yield f"symmetry {k} is not a permutation of the items 0..{n - 1}"
        elif not _preserves(score, n, permutation):
            yield f"symmetry {k} changes the score"


def _preserves(score: Score, n: int, permutation: tuple[int, ...]) -> bool:
    """Return whether F(image of T) = F(T) for all T, item i going to permutation[i]."""

    def image(mask: int) -> int:
        return sum(1 << permutation[i] for i in bits(mask))

    if isinstance(score, Regions):
        before = Counter((r.mask, r.weight) for r in score.regions)
        return before == Counter((image(r.mask), r.weight) for r in score.regions)
    if isinstance(score, Gems):
        # up to a permutation of the colours: compare the columns as multisets
        columns = Counter(zip(*score.bags, strict=True))
        moved: list[tuple[int, ...]] = [()] * n
        for i, bag in enumerate(score.bags):
            moved[permutation[i]] = bag
        return columns == Counter(zip(*moved, strict=True))
    import numpy as np

    values = score.array(n)
    images = np.zeros(1 << n, dtype=np.int64)
    masks = np.arange(1 << n)
    for i in range(n):
        images |= (masks >> i & 1) << permutation[i]
    return bool((values[images] == values).all())
