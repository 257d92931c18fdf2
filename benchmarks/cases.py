"""Contest files for the benchmarks: valid input, the same bytes for the same seed."""

from collections.abc import Iterable, Sequence
from random import Random

MAX_ELEMENT = 20
"""The largest element a subtraction set of UVa 11587 may have."""


def gems_cases(
    seed: int,
    count: int,
    *,
    colours: int = 8,
    bags: int = 21,
    most: int = 10,
    melt: Sequence[int] = range(2, 20),
) -> str:
    """A file of HDU 4778: `count` games of `bags` bags with 1 to `most` gems each.

    `melt` lists the values of S to draw from. The default games are as large as the contest allows.
    """
    rng = Random(seed)
    lines: list[str] = []
    for _ in range(count):
        lines.append(f"{colours} {bags} {rng.choice(melt)}")
        for _ in range(bags):
            gems = [rng.randint(1, colours) for _ in range(rng.randint(1, most))]
            lines.append(" ".join(map(str, [len(gems), *gems])))
        lines.append("")
    return "\n".join([*lines, "0 0 0", ""])


def brick_cases(
    seed: int,
    count: int,
    *,
    lengths: Sequence[int] = range(20, 101),
    hard: float = 0.5,
) -> str:
    """A file of UVa 11587: `count` outcome strings, each yielded by a set of elements up to 20.

    A share `hard` of them comes from sets that an enumeration by rising size reaches late.
    """
    rng = Random(seed)
    strings = (
        outcomes(_hard_set(rng) if rng.random() < hard else _any_set(rng), rng.choice(lengths))
        for _ in range(count)
    )
    return "\n".join([str(count), *strings, ""])


def outcomes(elements: Iterable[int], length: int) -> str:
    """`W` or `L` for the player to move at heaps of 1 to `length` bricks."""
    elements = tuple(elements)
    won = [False]
    for heap in range(1, length + 1):
        won.append(any(s <= heap and not won[heap - s] for s in elements))
    return "".join("W" if w else "L" for w in won[1:])


def _any_set(rng: Random) -> list[int]:
    return rng.sample(range(1, MAX_ELEMENT + 1), rng.randint(1, MAX_ELEMENT))


def _hard_set(rng: Random) -> list[int]:
    """1 to k, which a string that starts with k wins cannot do without, and some larger ones."""
    k = rng.randint(8, MAX_ELEMENT)
    larger = range(k + 1, MAX_ELEMENT + 1)
    return [*range(1, k + 1), *rng.sample(larger, rng.randint(0, len(larger) // 2))]
