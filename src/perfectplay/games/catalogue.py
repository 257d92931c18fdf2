"""Graphs that the literature on Strings-and-Coins plays on, a few lines of data each.

Coins are numbered from 0, a hub first; strings are sorted by their ends, those to the ground last.
The strips, the balloon cycles and the hanging trees have strings to the ground:

     strip:3      closed strip      balloon-cycle:3       hanging-tree:2

     |   |   |                             |
    -0---1---2-     0---1---2              0             -1---0---2-
     |   |   |      |   |   |            /   \\
                                      --2-----1--

Sources: Berlekamp, The Dots and Boxes Game (strips, cycles, grids); Jobson, Sledd, White and
Wildstrom, Integers 17 (2017) (open and closed strips); Aryan, Palmer, Skula, Woolbert and Zelinsky,
arXiv 2407.15198 (complete graphs, wheels, friendship graphs), and the tables of
0xCUB3/Modified-Dots-and-Boxes (also hanging trees, balloon cycles, the Petersen graph).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise, product

from ..geometry import Point
from .graph import STUB, Ends, Graph, ring

__all__ = [
    "balloon_cycle",
    "complete",
    "complete_bipartite",
    "cube",
    "cycle",
    "endgame",
    "friendship",
    "grid",
    "hanging_tree",
    "octahedron",
    "path",
    "petersen",
    "star",
    "strip",
    "wheel",
]

UP: Point = (0, -STUB)
DOWN: Point = (0, STUB)
LEFT: Point = (-STUB, 0)
RIGHT: Point = (STUB, 0)


def complete(n: int) -> Graph:
    """Return n coins, every two of them joined."""
    return Graph(
        n,
        tuple(combinations(range(n), 2)),
        ring(n, spacing=1.6),
        symmetries=(_cycles(n, (0, 1)), _cycles(n, range(n))),
    )


def complete_bipartite(m: int, n: int) -> Graph:
    """Return m coins, each joined to each of n others."""
    above, below = range(m), range(m, m + n)
    symmetries = [_cycles(m + n, side[:2]) for side in (above, below)]
    symmetries += [_cycles(m + n, side) for side in (above, below)]
    if m == n:
        symmetries.append(_cycles(m + n, *zip(above, below, strict=True)))
    return Graph(
        m + n,
        tuple(product(above, below)),
        tuple((1.5 * (k - (m - 1) / 2), 0.0) for k in range(m))
        + tuple((1.5 * (k - (n - 1) / 2), 2.0) for k in range(n)),
        symmetries=tuple(symmetries),
    )


def wheel(n: int) -> Graph:
    """Return a hub with n spokes to a rim of n coins."""
    rim = range(1, n + 1)
    return Graph(
        n + 1,
        _strings([*((0, coin) for coin in rim), *_around(rim)]),
        ((0.0, 0.0), *ring(n)),
        symmetries=_dihedral(n + 1, rim),
    )


def friendship(n: int, cycle: int) -> Graph:
    """Return n cycles of so many coins that share a hub; of triangles, the friendship graph."""
    others = cycle - 1
    petals = [range(1 + k * others, 1 + (k + 1) * others) for k in range(n)]
    coins = 1 + n * others
    sector = min(2 * math.pi / n, 2 * math.pi / 3)
    size = max(1.0, n * others / (2 * math.pi))

    def place(petal: int, step: int) -> Point:
        """Of the coin some steps from the hub: farthest out half-way around."""
        out = size * math.sin(math.pi * step / cycle) / math.sin(math.pi * (cycle // 2) / cycle)
        turn = 2 * math.pi * petal / n + sector * (2 * step - cycle) / (2 * others)
        return out * math.sin(turn), -out * math.cos(turn)

    symmetries = [_cycles(coins, *zip(petals[0], reversed(petals[0]), strict=True))]
    if n > 1:
        symmetries.append(_cycles(coins, *zip(*petals[:2], strict=True)))
        symmetries.append(_cycles(coins, *zip(*petals, strict=True)))
    return Graph(
        coins,
        _strings(ends for petal in petals for ends in _around([0, *petal])),
        ((0.0, 0.0), *(place(k, step) for k in range(n) for step in range(1, cycle))),
        symmetries=tuple(symmetries),
    )


def petersen() -> Graph:
    """Return the Petersen graph: a ring 0..4, a star 5..9 inside, coin k joined to k + 5.

    Its coins are the pairs of five things, and disjoint pairs are joined; every permutation of the
    five things is a symmetry.
    """
    pairs = [{2 * k % 5, (2 * k + 1) % 5} for k in range(5)]
    pairs += [{(2 * k + 2) % 5, (2 * k + 4) % 5} for k in range(5)]

    def image(things: Sequence[int]) -> tuple[int, ...]:
        return tuple(pairs.index({things[thing] for thing in pair}) for pair in pairs)

    return Graph(
        10,
        tuple(
            (one, other)
            for one, other in combinations(range(10), 2)
            if not pairs[one] & pairs[other]
        ),
        ring(5, 2.0) + ring(5, 1.0),
        symmetries=(image((1, 0, 2, 3, 4)), image((1, 2, 3, 4, 0))),
    )


def path(n: int) -> Graph:
    """Return n coins in a row."""
    return Graph(n, _row(n), _line(n), symmetries=(_reversed(n),))


def cycle(n: int) -> Graph:
    """Return n coins in a ring: a loop, in the words of the endgame."""
    return Graph(n, _strings(_around(range(n))), ring(n), symmetries=_dihedral(n, range(n)))


def star(n: int) -> Graph:
    """Return a hub and n coins that are joined to it only."""
    leaves = range(1, n + 1)
    return Graph(
        n + 1,
        tuple((0, leaf) for leaf in leaves),
        ((0.0, 0.0), *ring(n)),
        symmetries=(_cycles(n + 1, leaves[:2]), _cycles(n + 1, leaves)),
    )


def grid(rows: int, columns: int) -> Graph:
    """Return coins in rows and columns, joined to their neighbours: a board without its border."""
    coins = list(product(range(rows), range(columns)))
    number = {coin: k for k, coin in enumerate(coins)}
    strings = [(number[r, c], number[r, c + 1]) for r, c in coins if c + 1 < columns]
    strings += [(number[r, c], number[r + 1, c]) for r, c in coins if r + 1 < rows]
    symmetries = [
        tuple(number[rows - 1 - r, c] for r, c in coins),
        tuple(number[r, columns - 1 - c] for r, c in coins),
    ]
    if rows == columns:
        symmetries.append(tuple(number[c, r] for r, c in coins))
    return Graph(
        len(coins),
        _strings(strings),
        tuple((float(c), float(r)) for r, c in coins),
        symmetries=tuple(symmetries),
    )


def cube() -> Graph:
    """Return the corners of a cube, numbered by their coordinates as bits, and its edges."""
    corners = range(8)

    def moved(order: Sequence[int]) -> tuple[int, ...]:
        return tuple(sum((corner >> k & 1) << order[k] for k in range(3)) for corner in corners)

    return Graph(
        8,
        _strings((a, a | 1 << k) for a in corners for k in range(3) if not a >> k & 1),
        tuple(
            (
                (2 * (a & 1) - 1) * (2 - (a >> 2)) * 0.75,
                (2 * (a >> 1 & 1) - 1) * (2 - (a >> 2)) * 0.75,
            )
            for a in corners
        ),
        symmetries=(tuple(a ^ 1 for a in corners), moved((1, 0, 2)), moved((1, 2, 0))),
    )


def octahedron() -> Graph:
    """Return three pairs 0-1, 2-3, 4-5 of opposite coins, all joined that are not opposite."""
    inner, outer = ring(3, 0.6), ring(3, 2.0)
    return Graph(
        6,
        tuple((a, b) for a, b in combinations(range(6), 2) if a // 2 != b // 2),
        tuple(
            place
            for k in range(3)
            for place in (outer[k], (-inner[k][0], -inner[k][1]))  # opposite across the middle
        ),
        symmetries=(
            _cycles(6, (0, 1)),
            _cycles(6, (0, 2), (1, 3)),
            _cycles(6, (0, 2, 4), (1, 3, 5)),
        ),
    )


def strip(n: int, border: str) -> Graph:
    """Return n boxes in a row; closed means that their top and their two sides are drawn."""
    if border == "closed":
        stubs = {coin: [DOWN] for coin in range(n)}
    else:
        stubs = {coin: [UP, DOWN] for coin in range(n)}
        stubs[0].append(LEFT)
        stubs[n - 1].append(RIGHT)
    strings = [*_row(n), *((coin, n) for coin, ends in stubs.items() for _ in ends)]
    return Graph(n, _strings(strings), _line(n), stubs, (_reversed(n),))


def balloon_cycle(n: int) -> Graph:
    """Return a ring of n coins, each with a string to the ground."""
    return Graph(
        n,
        _strings([*_around(range(n)), *((coin, n) for coin in range(n))]),
        ring(n),
        symmetries=_dihedral(n, range(n)),
    )


def hanging_tree(n: int, loops: int) -> Graph:
    """Return a hub with n spokes, and at the end of each a coin with strings to the ground."""
    leaves = range(1, n + 1)
    strings = [ends for leaf in leaves for ends in ((0, leaf), *((leaf, n + 1),) * loops)]
    return Graph(
        n + 1,
        _strings(strings),
        ((0.0, 0.0), *ring(n)),
        symmetries=(_cycles(n + 1, leaves[:2]), _cycles(n + 1, leaves)),
    )


def endgame(parts: Sequence[tuple[int, bool]]) -> Graph:
    """Return chains between ground and ground, and loops: of each the size and whether it loops."""
    coins = sum(size for size, _ in parts)
    strings: list[Ends] = []
    places: list[Point] = []
    stubs: dict[int, list[Point]] = {}
    first, left, low = 0, 0.0, 0.0  # loops stand side by side, chains below one another
    for size, loop in parts:
        here = range(first, first + size)
        strings += pairwise(here)
        if loop:
            strings.append((here[0], here[-1]))
            circle = ring(size)
            radius = -circle[0][1]
            places += [(left + radius + x, y - radius - 1) for x, y in circle]
            left += 2 * radius + 1
        else:
            strings += [(here[0], coins), (here[-1], coins)]
            places += [(float(k), low) for k in range(size)]
            stubs[here[-1]] = [RIGHT]
            stubs[here[0]] = [LEFT, *stubs.get(here[0], [])]
            low += 1.0
        first += size
    return Graph(coins, tuple(sorted(strings)), tuple(places), stubs)


def _strings(ends: Iterable[Ends]) -> tuple[Ends, ...]:
    return tuple(sorted((min(pair), max(pair)) for pair in ends))


def _around(coins: Sequence[int]) -> list[Ends]:
    return [(coin, coins[(k + 1) % len(coins)]) for k, coin in enumerate(coins)]


def _row(n: int) -> tuple[Ends, ...]:
    return tuple((coin, coin + 1) for coin in range(n - 1))


def _line(n: int) -> tuple[Point, ...]:
    return tuple((float(coin), 0.0) for coin in range(n))


def _reversed(n: int) -> tuple[int, ...]:
    return tuple(range(n - 1, -1, -1))


def _cycles(n: int, *cycles: Sequence[int]) -> tuple[int, ...]:
    """Return the permutation of n coins that takes each coin of a cycle to the next one."""
    goal = list(range(n))
    for coins in cycles:
        for one, other in _around(coins):
            goal[one] = other
    return tuple(goal)


def _dihedral(n: int, coins: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a turn and a reflection of a ring among n coins."""
    flip = list(range(n))
    for k, coin in enumerate(coins):
        flip[coin] = coins[-k % len(coins)]
    return _cycles(n, coins), tuple(flip)
