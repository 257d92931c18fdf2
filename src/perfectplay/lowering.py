"""From a score to the core: what the free items of a position still make, in the core's terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import _core
from .game import Objective, TurnRule
from .limits import check_memory
from .position import Position
from .score import Gems, Regions, SetFunction, bits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["OBJECTIVE", "TURN", "empty_table", "open_gems", "points_above"]

# Items in many regions make blocks slow to plan; up to some size F itself is quicker then
FEW_REGIONS, FUNCTION_ITEMS = 8, 26
NARROW, WIDE = 127, 32_767  # the largest value in one byte, in two
TURN = {TurnRule.BONUS: _core.Turn.BONUS, TurnRule.ALTERNATE: _core.Turn.ALTERNATE}
OBJECTIVE = {
    Objective.MOST: _core.Objective.MOST,
    Objective.FEWEST: _core.Objective.FEWEST,
    Objective.LAST: _core.Objective.LAST,
}


def empty_table(
    base: Position,
    path: str,
    *,
    count_alike: bool,
    memory_limit: int | None,
    check_time: Callable[[], None],
) -> _core.Table:
    """Return a table, not solved yet, of the positions above the base; it takes no memory yet.

    `path` is the name of the kernels to use, empty for the fastest. `check_time` is called now and
    then where F has to be made, and may raise to stop that. Raises `MemoryLimitError` when F does
    not fit.
    """
    score = base.game.score
    free = tuple(bits(base.game.all & ~base.mask))
    settings = _core.Settings(_width(base), path, count_alike)
    if isinstance(score, Regions):
        place = {item: k for k, item in enumerate(free)}
        weights: dict[int, int] = {}  # by what is left to take, in places
        for region in score.regions:
            if rest := sum(1 << place[i] for i in bits(region.mask & ~base.mask)):
                weights[rest] = weights.get(rest, 0) + region.weight
        most = max(Counter(i for mask in weights for i in bits(mask)).values(), default=0)
        large = len(free) > FUNCTION_ITEMS and most <= _core.MAX_REGIONS_OF_ITEM
        if most <= FEW_REGIONS or large:
            masks = list(weights)
            return _core.regions_table(len(free), masks, list(weights.values()), settings)
    if isinstance(score, Gems) and (gems := open_gems(base, score, free)):
        return _core.gems_table(len(free), score.melt, *gems, settings)
    check_memory(f"F of 2^{len(free)} positions", 32 << len(free), memory_limit)
    return _core.function_table(len(free), points_above(base, free, check_time), settings)


def _width(base: Position) -> int:
    """Return the bytes of a value: margins lie in [-rest, rest], counts of gems below `melt`."""
    most = base.rest
    if isinstance(base.game.score, Gems):
        most = max(most, base.game.score.melt)
    return 1 if most <= NARROW else 2


def open_gems(
    base: Position, score: Gems, free: tuple[int, ...]
) -> tuple[list[int], list[list[int]]] | None:
    """Return cooker and bags in the colours that can still make a stone; None if too many for it.

    `melt` has to be a value of the table's width, see `_width`.
    """
    if score.melt > WIDE:
        return None
    colours = [
        (held % score.melt, [score.bags[i][c] for i in free])
        for c, held in enumerate(score.poured(base.mask))
    ]
    colours = [(held, gems) for held, gems in colours if held + sum(gems) >= score.melt]
    if len(colours) > _core.MAX_COLOURS:
        return None
    bags = [list(bag) for bag in zip(*(gems for _, gems in colours), strict=True)]
    return [held for held, _ in colours], bags or [[] for _ in free]


def points_above(
    base: Position, free: tuple[int, ...], check_time: Callable[[], None]
) -> NDArray[np.int16]:
    """Return F(T) - F(base) for all T above the base, shape (2^free,), by sets of free items."""
    import numpy as np

    score = base.game.score
    if isinstance(score, SetFunction):
        masks = np.array([base.mask], dtype=np.int64)
        for item in free:
            check_time()
            masks = np.concatenate((masks, masks | 1 << item))
        return (score.array(len(base.game))[masks] - base.points).astype(np.int16)
    points = np.full(1 << len(free), -base.points, dtype=np.int16)
    if isinstance(score, Regions):
        points[:] = 0
        for region in score.regions:
            if rest := sum(1 << k for k, item in enumerate(free) if region.mask >> item & 1):
                points[rest] += region.weight
        for k in range(len(free)):  # sums over subsets, item by item
            check_time()
            halves = points.reshape(-1, 2, 1 << k)
            halves[:, 1] += halves[:, 0]
        return points
    for c, held in enumerate(score.poured(base.mask)):
        gems = np.array([held], dtype=np.int64)
        for item in free:
            check_time()
            gems = np.concatenate((gems, gems + score.bags[item][c]))
        points += (gems // score.melt).astype(np.int16)
    return points
