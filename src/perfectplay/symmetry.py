"""Alike items and symmetries of what is left to take at a position.

Items are *alike* if they are in the same regions, or are bags that do the same to every colour; in
a set function, if exchanging them leaves F unchanged. Of a class of alike items only the number
taken matters. They are factored out first, because n of them have n! permutations. What remains is
a graph with colours, whose automorphisms are the symmetries of the classes:

    a vertex for each class          its colour says how many items it has
    a vertex for each region         its colour is its weight; edges lead to the classes inside it

of the regions as they are left at the position. For gems there is a vertex for each colour of gems
that can still make a stone, coloured by what is in the cooker, and between it and a class of bags a
vertex coloured by how many gems of the colour these bags have. BLISS, by way of igraph, finds
generators of the automorphism group and its order; large groups are never listed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

from .game import Game
from .position import Position
from .score import Gems, Regions, SetFunction, bits

__all__ = ["Symmetries", "different_positions", "symmetries"]

LISTED = 10_000  # so many permutations are listed without being asked for more

Permutation = tuple[int, ...]


@dataclass(frozen=True)
class Symmetries:
    """The symmetries of what is left at a position, made by `symmetries`.

    Attributes:
        taken: mask of the items taken at the position; they stay where they are.
        classes: masks of the alike items, classes of at least two, by their lowest items.
        generators: permutations that leave F unchanged and generate, together with the exchanges of
            alike items, all that were found. `permutation[i]` is the index of the item that the one
            with index i goes to; classes go to classes, in ascending order.
        order: how many permutations the generators generate, exchanges of alike items apart; None
            if they are more than 10,000 and it is not known how many.
        complete: whether these are all symmetries of the regions, or of the bags and colours; not
            so without igraph, and for set functions, where declared ones are all that is known.
        items: how many items the game has.

    >>> from perfectplay import parse_game, symmetries
    >>> found = symmetries(parse_game("dots-and-boxes:3x3"))
    >>> found.order, [bin(mask).count("1") for mask in found.classes]
    (8, [2, 2, 2, 2])
    """

    taken: int
    classes: tuple[int, ...]
    generators: tuple[Permutation, ...]
    order: int | None
    complete: bool
    items: int

    def elements(self, limit: int = LISTED) -> tuple[Permutation, ...] | None:
        """Return all permutations the generators generate, or None if there are more than `limit`.

        The identity is first; exchanges of alike items are not among them.

        >>> from perfectplay import parse_game, symmetries
        >>> len(symmetries(parse_game("triangles:3")).elements())
        6
        >>> symmetries(parse_game("triangles:3")).elements(limit=5) is None
        True
        """
        if limit < (self.order or LISTED + 1):
            return None
        return generated(self.generators, self.items, limit)

    @cached_property
    def _moves(self) -> tuple[Permutation, ...]:
        """The listed permutations, or the identity alone if they are too many."""
        return self.elements() or (tuple(range(self.items)),)

    def canonical(self, mask: int) -> int:
        """Return the least mask that a position is mapped to, alike items being taken in order.

        Positions with the same canonical mask have the same value. If there are more than 10,000
        symmetries only alike items are put in order. Raises `KeyError` if items that are taken at
        the position of these symmetries are not taken in the mask, or it has others than the game.

        >>> from perfectplay import parse_game, symmetries
        >>> found = symmetries(parse_game("dots-and-boxes:2x2"))
        >>> [found.canonical(1 << line) for line in (0, 1, 5, 11, 2, 7)]
        [1, 1, 1, 1, 4, 4]
        """
        if self.taken & ~mask or mask >> self.items:
            raise KeyError(f"mask {mask:#x} is not above {self.taken:#x}")
        for alike in self.classes:
            count = (mask & alike).bit_count()
            mask &= ~alike
            mask |= sum(1 << item for item, _ in zip(bits(alike), range(count), strict=False))
        return min(image(mask, permutation) for permutation in self._moves)


def symmetries(
    game: Game, position: Position | None = None, *, declared_only: bool = False
) -> Symmetries:
    """Return the alike items and the symmetries of what is left at a position.

    Arguments:
        game: the game.
        position: a position of it; by default the start.
        declared_only: look for no others than the game declares, which takes no time.

    With igraph (`pip install 'perfectplay[symmetry]'`) all symmetries of regions and of gems are
    found, whether the game declares any or not. Without it, and for set functions, the ones the
    game declares are used, `Game.symmetries`, as far as they keep the set of items taken. Alike
    items are found for all games.

    Source: T. Junttila and P. Kaski, Engineering an Efficient Canonical Labeling Tool for Large and
    Sparse Graphs, ALENEX 2007 (BLISS).

    >>> from perfectplay import Position, parse_game, symmetries
    >>> board = parse_game("dots-and-boxes:3x3")
    >>> [symmetries(board, Position.of(board, [line])).order for line in (1, 3)]
    [2, 1]
    """
    base = position if position is not None else Position.start(game)
    left = _what_is_left(base)
    found = None if declared_only else _automorphisms(left)
    if found is None:
        maps = _declared(base, left)
        generators = tuple(left.lifted(permutation, len(game)) for permutation in maps)
        listed = generated(generators, len(game), LISTED)
        order = len(listed) if listed is not None else None
    else:
        maps, order = found
        generators = tuple(left.lifted(permutation, len(game)) for permutation in maps)
    return Symmetries(
        taken=base.mask,
        classes=tuple(sum(1 << i for i in items) for items in left.classes if len(items) > 1),
        generators=generators,
        order=order,
        complete=found is not None,
        items=len(game),
    )


def different_positions(position: Position) -> int:
    """Return how many positions above one differ by more than which alike items are taken.

    >>> from perfectplay import Position, parse_game
    >>> different_positions(Position.start(parse_game("dots-and-boxes:1x1")))
    5
    """
    return math.prod(len(items) + 1 for items in _what_is_left(position).classes)


def image(mask: int, permutation: Sequence[int]) -> int:
    """Return the set that a permutation maps a set of items to.

    >>> bin(image(0b011, (2, 0, 1)))
    '0b101'
    """
    return sum(1 << permutation[item] for item in bits(mask))


def generated(
    generators: Sequence[Permutation], n: int, limit: int
) -> tuple[Permutation, ...] | None:
    """Return all products of permutations of n items; None if there are more than `limit`.

    >>> generated([(1, 2, 0)], 3, 10)
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    known = {tuple(range(n)): None}  # a dictionary keeps the order
    waiting = list(known)
    for element in waiting:
        for generator in generators:
            product = tuple(generator[i] for i in element)
            if product not in known:
                known[product] = None
                waiting.append(product)
        if len(known) > limit:
            return None
    return tuple(known)


@dataclass(frozen=True, slots=True)
class _Left:
    """What is left at a position: classes of alike items, and what joins them.

    `kinds` says what else a class must have in common with another to be exchanged with it. A joint
    is a region or a colour of gems: what it must have in common with another, and its classes, each
    with a label. There are none for a set function: what joins its items is not known.
    """

    classes: list[tuple[int, ...]]
    kinds: list[Hashable]
    joints: list[tuple[Hashable, dict[int, Hashable]]] | None

    def lifted(self, permutation: Sequence[int], n: int) -> Permutation:
        """Return the permutation of n items that maps classes as this one of their numbers does."""
        items = list(range(n))
        for number, goal in enumerate(permutation):
            for item, other in zip(self.classes[number], self.classes[goal], strict=True):
                items[item] = other
        return tuple(items)


def _classes(items: Iterable[int], trait: Callable[[int], Hashable]) -> dict[Any, tuple[int, ...]]:
    """Return the items with each trait, in the order of their lowest items."""
    found: dict[Hashable, list[int]] = {}
    for item in items:
        found.setdefault(trait(item), []).append(item)
    return {key: tuple(members) for key, members in found.items()}


def _what_is_left(base: Position) -> _Left:
    score = base.game.score
    free = tuple(bits(base.moves.mask))
    if isinstance(score, Regions):
        return _regions_left(score, base.mask, free)
    if isinstance(score, Gems):
        return _gems_left(score, base.mask, free)
    classes = _exchangeable(score, base, free)
    return _Left(classes, [len(items) for items in classes], None)


def _regions_left(score: Regions, taken: int, free: tuple[int, ...]) -> _Left:
    weights: Counter[int] = Counter()  # regions with the same rest are as good as one
    for region in score.regions:
        if rest := region.mask & ~taken:
            weights[rest] += region.weight
    of_item: dict[int, list[int]] = {item: [] for item in free}
    for rest in weights:
        for item in bits(rest):
            of_item[item].append(rest)
    classes = list(_classes(free, lambda item: tuple(of_item[item])).values())
    number = {items[0]: k for k, items in enumerate(classes)}
    joints: list[tuple[Hashable, dict[int, Hashable]]] = [
        (weight, {number[item]: None for item in bits(rest) if item in number})
        for rest, weight in weights.items()
    ]
    return _Left(classes, [len(items) for items in classes], joints)


def _gems_left(score: Gems, taken: int, free: tuple[int, ...]) -> _Left:
    """Of m gems in a bag, m // melt make stones whatever else is poured; m % melt join others."""
    melt = score.melt
    whole = {item: sum(gems // melt for gems in score.bags[item]) for item in free}
    colours: Counter[tuple[int, tuple[int, ...]]] = (
        Counter()
    )  # colours that are the same everywhere
    for colour, poured in enumerate(score.poured(taken)):
        column = tuple(score.bags[item][colour] % melt for item in free)
        if poured % melt + sum(column) >= melt:
            colours[poured % melt, column] += 1
    place = {item: k for k, item in enumerate(free)}

    def trait(item: int) -> Hashable:
        return whole[item], tuple(column[place[item]] for _, column in colours)

    classes = list(_classes(free, trait).values())
    joints: list[tuple[Hashable, dict[int, Hashable]]] = [
        (
            (held, times),
            {k: gems for k, items in enumerate(classes) if (gems := column[place[items[0]]])},
        )
        for (held, column), times in colours.items()
    ]
    return _Left(classes, [(len(items), whole[items[0]]) for items in classes], joints)


def _exchangeable(
    score: SetFunction, base: Position, free: tuple[int, ...]
) -> list[tuple[int, ...]]:
    """Return the classes of items whose exchange leaves the array of F above the base unchanged."""
    import numpy as np

    points = score.array(len(base.game))
    if base.mask:
        masks = np.array([base.mask], dtype=np.int64)
        for item in free:
            masks = np.concatenate((masks, masks | 1 << item))
        points = points[masks]

    def alike(low: int, high: int) -> bool:
        """Compare F where only one of two places is taken with F where only the other is."""
        parts = points.reshape(-1, 2, 1 << (high - low - 1), 2, 1 << low)
        return bool((parts[:, 0, :, 1] == parts[:, 1, :, 0]).all())

    # alike items have the same sum of F over the sets with them, which is quicker to see
    sums = [int(points.reshape(-1, 2, 1 << place)[:, 1].sum()) for place in range(len(free))]
    classes: list[list[int]] = []
    for place in range(len(free)):
        for members in classes:
            if sums[members[0]] == sums[place] and alike(members[0], place):
                members.append(place)
                break
        else:
            classes.append([place])
    return [tuple(free[place] for place in members) for members in classes]


def _automorphisms(left: _Left) -> tuple[list[list[int]], int | None] | None:
    """Return generators of the permutations of classes, and how many these are; None if unknown."""
    if left.joints is None:
        return None
    try:
        igraph = import_module("igraph")
    except ImportError:
        return None
    if not left.classes:  # igraph does not like graphs without vertices
        return [], 1
    colours: list[Hashable] = [("class", kind) for kind in left.kinds]
    edges: list[tuple[int, int]] = []
    for kind, members in left.joints:
        joint = len(colours)
        colours.append(("joint", kind))
        for number, label in members.items():
            if label is None:
                edges.append((joint, number))
            else:
                edges += [(joint, len(colours)), (len(colours), number)]
                colours.append(("label", label))
    numbers: dict[Hashable, int] = {}
    painted = [numbers.setdefault(colour, len(numbers)) for colour in colours]
    graph = igraph.Graph(n=len(painted), edges=edges)
    generators = [
        vertices[: len(left.classes)] for vertices in graph.automorphism_group(color=painted)
    ]
    try:
        return generators, graph.count_automorphisms(color=painted)
    except ValueError:  # a number with more digits than Python reads
        return generators, None


def _declared(base: Position, left: _Left) -> list[list[int]]:
    """Return the permutations of classes by the symmetries the game declares."""
    n = len(base.game)
    declared = base.game.symmetries
    number = {item: k for k, items in enumerate(left.classes) for item in items}
    maps = [
        [number[permutation[items[0]]] for items in left.classes]
        for permutation in generated(declared, n, LISTED) or declared
        if image(base.mask, permutation) == base.mask
    ]
    return list(_independent(maps, len(left.classes)))


def _independent(maps: Iterable[list[int]], n: int) -> Iterator[list[int]]:
    """Yield the permutations that those before them do not generate, as long as that is listed."""
    kept: list[Permutation] = []
    known: set[Permutation] | None = {tuple(range(n))}
    for permutation in maps:
        if known is not None and tuple(permutation) in known:
            continue
        kept.append(tuple(permutation))
        listed = generated(kept, n, LISTED) if known is not None else None
        known = None if listed is None else set(listed)
        yield permutation
