"""From a game to the core's search: its free items in the order in which moves are tried."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from . import _core
from .errors import ArgumentError, closest, shorten
from .game import Game, Objective, TurnRule
from .geometry import Geometry
from .limits import check_memory
from .lowering import OBJECTIVE, TURN, open_gems, points_above
from .position import Position
from .score import Gems, Regions, bits
from .symmetry import symmetries

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["MAX_FREE", "TECHNIQUES", "Lowered", "is_strings", "knows_chains", "lowered"]

MAX_FREE = 64  # free items of a position that can be searched
MAX_COINS = 64  # of such a position, for the theory of chains
LISTED = 64  # symmetries that are worth listing: more take longer than they save
OWN_TECHNIQUES = ("theory", "order")
TECHNIQUES: tuple[str, ...] = (*OWN_TECHNIQUES, *_core.technique_names())
"""What the search does beside alpha-beta with a table; `Search` can leave each out."""
NARROW = 127  # points up to which a bound takes a byte


class Lowered:
    """A core search of the positions above one, and how masks look to it.

    Attributes:
        core: the search.
        order: the indices of the free items as the core numbers them.
        theory: whether the theory of chains is used.
        symmetries: how many symmetries of the position are used.
    """

    __slots__ = ("_bit", "_sign", "core", "order", "symmetries", "theory")

    def __init__(
        self, core: _core.Search, order: Sequence[int], sign: int, theory: bool, symmetries: int
    ) -> None:
        self.core = core
        self.order = tuple(order)
        self.theory = theory
        self.symmetries = symmetries
        self._bit = {item: 1 << k for k, item in enumerate(order)}
        self._sign = sign

    def free(self, taken: int) -> int:
        """Return the free items of a position as the core numbers them."""
        return sum(bit for item, bit in self._bit.items() if not taken >> item & 1)

    def ask(
        self, taken: int, b: int, threads: int, most_nodes: int, tick: Callable[[int], bool]
    ) -> tuple[int, int, int]:
        """Return bounds of the value, found out while asking whether it is >= b, and the nodes."""
        bound = b if self._sign > 0 else 1 - b  # v >= b iff not -v >= 1 - b
        low, high, nodes = self.core.ask(self.free(taken), bound, threads, most_nodes, tick)
        return (low, high, nodes) if self._sign > 0 else (-high, -low, nodes)

    def known(self, taken: int) -> tuple[int, int]:
        """Return bounds of the value without a search."""
        low, high = self.core.known(self.free(taken))
        return (low, high) if self._sign > 0 else (-high, -low)


def is_strings(game: Game) -> bool:
    """Return whether the theory of chains holds: each item in one or two regions, coins count one.

    And a gain gives another turn, and the most coins win.

    >>> from perfectplay import parse_game
    >>> is_strings(parse_game("triangles:3")), is_strings(parse_game("triangles:3,objective=last"))
    (True, False)
    """
    score = game.score
    if not isinstance(score, Regions):
        return False
    if game.turn is not TurnRule.BONUS or game.objective is not Objective.MOST:
        return False
    ends = [0] * len(game)
    for region in score.regions:
        if region.weight != 1:
            return False
        for item in bits(region.mask):
            ends[item] += 1
    return all(0 < count <= 2 for count in ends)


def knows_chains(base: Position) -> bool:
    """Return whether the theory of chains is used for the positions above this one.

    It has to hold, see `is_strings`, and the core has a bit for each of at most 64 coins left.

    >>> from perfectplay import parse_game
    >>> knows_chains(Position.start(parse_game("path:64")))
    True
    >>> knows_chains(Position.start(parse_game("path:65")))
    False
    """
    score = base.game.score
    if not is_strings(base.game) or not isinstance(score, Regions):
        return False
    return sum(region.mask & ~base.mask != 0 for region in score.regions) <= MAX_COINS


def lowered(
    base: Position,
    size: int,
    most: int,
    check_time: Callable[[], None],
    without: Collection[str] = (),
) -> Lowered:
    """Return a search of the positions above the base.

    Its table has about `size` bytes at first and grows to `most`.

    Raises `ArgumentError` for more than 64 free items, and for names in `without` that are none of
    `TECHNIQUES`.
    """
    game = base.game
    free = list(bits(game.all & ~base.mask))
    if len(free) > MAX_FREE:
        raise ArgumentError(
            f"{len(free)} items are free; the search takes positions with at most {MAX_FREE}"
        )
    for name in without:
        if name not in TECHNIQUES:
            raise ArgumentError(f"no technique {shorten(name)}, {closest(str(name), TECHNIQUES)}")
    left_out = [name for name in without if name not in OWN_TECHNIQUES]
    order = free if "order" in without else _order(base, free)
    found = symmetries(game, base, declared_only=bool(game.symmetries))
    place = {item: k for k, item in enumerate(order)}
    for mask in found.classes:  # alike items in ascending order, as symmetries map them
        alike = list(bits(mask))
        for item, k in zip(alike, sorted(place[item] for item in alike), strict=True):
            order[k], place[item] = item, k
    listed = found.elements(LISTED) or found.generators
    permutations = [[place[permutation[item]] for item in order] for permutation in listed]
    permutations = [p for p in permutations if p != sorted(p)]
    count = len(permutations) + 1
    if "theory" not in without and knows_chains(base):
        assert isinstance(game.score, Regions)
        ends: list[list[int]] = [[] for _ in order]
        coins = [rest for region in game.score.regions if (rest := region.mask & ~base.mask)]
        for coin, rest in enumerate(coins):
            for item in bits(rest):
                ends[place[item]].append(coin)
        core = _core.strings_search(
            [(a, b) for a, b in (pair + [-1] * (2 - len(pair)) for pair in ends)],
            len(coins),
            permutations,
            size,
            most,
            left_out,
        )
        return Lowered(core, order, 1, True, count)
    classes = [sum(1 << place[item] for item in bits(mask)) for mask in found.classes]
    items = _core.Items(
        len(order),
        base.rest,
        TURN[game.turn],
        OBJECTIVE[game.objective],
        classes,
        permutations,
        size,
        most,
        base.rest > NARROW,
        left_out,
    )
    sign = -1 if game.objective is Objective.FEWEST else 1
    return Lowered(_searched(base, order, items, check_time), order, sign, False, count)


def _searched(
    base: Position, order: list[int], items: _core.Items, check_time: Callable[[], None]
) -> _core.Search:
    score = base.game.score
    if isinstance(score, Regions):
        masks, weights = [], []
        for region in score.regions:
            if region.mask & ~base.mask:
                masks.append(sum(1 << k for k, i in enumerate(order) if region.mask >> i & 1))
                weights.append(region.weight)
        return _core.regions_search(items, masks, weights)
    if isinstance(score, Gems) and (gems := open_gems(base, score, tuple(order))):
        return _core.gems_search(items, score.melt, *gems)
    check_memory(f"F of 2^{len(order)} positions", 32 << len(order))
    return _core.function_search(items, points_above(base, tuple(order), check_time))


def _order(base: Position, free: list[int]) -> list[int]:
    """Return the free items in the order in which moves are to be tried.

    Lines of a board from the middle of its longer side outwards. So few different positions come
    up, which on 3 x 4 boxes is worth more than any order that looks at the position. Otherwise
    items of many points come first.
    """
    geometry = base.game.geometry
    if geometry is not None and geometry.kind == "board":
        return sorted(free, key=_from_the_middle(geometry))
    score = base.game.score
    if isinstance(score, Gems):
        return sorted(free, key=lambda item: (-sum(score.bags[item]), item))
    if isinstance(score, Regions):
        return _outwards(base, score, free)
    return free


def _from_the_middle(geometry: Geometry) -> Callable[[int], tuple[float, int]]:
    xs = [x for line in geometry.lines for x, _ in line]
    ys = [y for line in geometry.lines for _, y in line]
    centre = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    long = 0 if max(xs) - min(xs) >= max(ys) - min(ys) else 1

    def key(item: int) -> tuple[float, int]:
        start, end = geometry.lines[item]
        off = [abs((start[k] + end[k]) / 2 - centre[k]) for k in (0, 1)]
        along = abs(end[long] - start[long])  # of the longer side
        return round(4 * off[long] + off[1 - long] + along, 6), item

    return key


def _outwards(base: Position, score: Regions, free: list[int]) -> list[int]:
    """Return items by the size of what they are connected with: those amid many regions first."""
    regions = [mask for region in score.regions if (mask := region.mask & ~base.mask)]
    reach = {item: sum(mask.bit_count() for mask in regions if mask >> item & 1) for item in free}
    return sorted(free, key=lambda item: (-reach[item], item))
