"""The table engine: the value of every position above a given one."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import _core
from .errors import ArgumentError, MemoryLimitError, shorten
from .game import Game, Objective, TurnRule
from .limits import check_memory, usable_cores
from .position import Position
from .score import Gems, Regions, SetFunction, bits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Table", "path_names", "tabulate"]

NARROW, WIDE = 127, 32_767  # the largest value in one byte, in two
TURN = {TurnRule.BONUS: _core.Turn.BONUS, TurnRule.ALTERNATE: _core.Turn.ALTERNATE}
OBJECTIVE = {
    Objective.MOST: _core.Objective.MOST,
    Objective.FEWEST: _core.Objective.FEWEST,
    Objective.LAST: _core.Objective.LAST,
}


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """The values of all positions above one, made by `tabulate`.

    >>> from perfectplay import parse_game
    >>> table = tabulate(parse_game("triangles:3"))
    >>> table.value(0), table
    (-3, <Table of 262144 positions above '' in triangles:3>)
    """

    base: Position
    seconds: float
    setup_seconds: float
    _core: _core.Table = field(compare=False)
    _free: tuple[int, ...]

    @property
    def positions(self) -> int:
        """How many positions there are: 2 to the number of items free in `base`."""
        return 1 << len(self._free)

    @property
    def stored(self) -> int:
        """How many of them are stored: of alike items, only how many are taken counts."""
        return self._core.stored

    def __repr__(self) -> str:
        return f"<Table of {self.positions} positions above {str(self.base)!r} in {self.base.game}>"

    def value(self, position: Position | int) -> int:
        """Return the value of a position, or of its mask, for the player to move in it.

        Raises `KeyError` when the position is not above `base`.
        """
        mask = position if isinstance(position, int) else position.mask
        if self.base.mask & ~mask or mask >> len(self.base.game):
            raise KeyError(f"position {shorten(mask)} is not above {self.base}")
        if not self.base.mask:
            return self._core.value(mask)
        return self._core.value(sum(1 << k for k, i in enumerate(self._free) if mask >> i & 1))


def tabulate(
    game: Game,
    position: Position | None = None,
    *,
    threads: int | None = None,
    memory_limit: int | None = None,
    time_limit: float | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    path: str | None = None,
    count_alike: bool = True,
) -> Table | None:
    """Return the table of all positions above one (default: the start), None if time ran out.

    Arguments:
        threads: how many to use; by default all usable cores.
        memory_limit: bytes the table may take; by default what the machine has free.
        time_limit: seconds.
        path: which kernels to use, one of `path_names()`; by default the fastest, or what the
            environment variable PERFECTPLAY_PATH says.
        count_alike: store positions that differ in alike items (the two lines of a corner, equal
            bags) once only.
        on_progress: called about every 50 ms, and at the end, with the positions solved and how
            many there are to solve.

    Raises `MemoryLimitError` before anything is allocated when the table does not fit.
    """
    began = time.perf_counter()
    path = path or os.environ.get("PERFECTPLAY_PATH") or ""
    if path and path not in _core.path_names():
        known = ", ".join(_core.path_names())
        raise ArgumentError(f"no path {path!r} on this machine; known: {known}")
    base = position if position is not None else Position.start(game)
    free = tuple(bits(game.all & ~base.mask))
    what = f"a table of 2^{len(free)} positions ({len(free)} free items)"
    if len(free) > _core.MAX_ITEMS:
        check_memory(what, 1 << len(free), memory_limit)
        raise MemoryLimitError(f"{what} is too large; at most {_core.MAX_ITEMS} may be free")
    settings = _core.Settings(_width(base), path, count_alike)
    core = _core_table(base, free, settings, memory_limit)
    check_memory(what, (core.blocks + 1) * core.block_memory, memory_limit)
    cores = threads or usable_cores()
    deadline = None if time_limit is None else began + time_limit

    def tick(done: int) -> bool:
        if on_progress is not None:
            on_progress(done, core.stored)
        return deadline is None or time.perf_counter() < deadline

    if not core.prepare(cores, tick):
        return None
    started = time.perf_counter()
    if not core.solve(TURN[game.turn], OBJECTIVE[game.objective], cores, tick):
        return None
    ended = time.perf_counter()
    if on_progress is not None:
        on_progress(core.stored, core.stored)
    return Table(base, ended - started, started - began, core, free)


def path_names() -> list[str]:
    """Return the names of the kernels this machine can run, the fastest first."""
    return _core.path_names()


def _width(base: Position) -> int:
    """Return the bytes of a value: margins lie in [-rest, rest], counts of gems below `melt`."""
    most = base.rest
    if isinstance(base.game.score, Gems):
        most = max(most, base.game.score.melt)
    return 1 if most <= NARROW else 2


def _core_table(
    base: Position, free: tuple[int, ...], settings: _core.Settings, memory_limit: int | None
) -> _core.Table:
    """Return an empty table for the score seen from the base: what its free items still make."""
    score = base.game.score
    if isinstance(score, Regions):
        place = {item: k for k, item in enumerate(free)}
        open_regions = [r for r in score.regions if r.mask & ~base.mask]
        masks = [sum(1 << place[i] for i in bits(r.mask & ~base.mask)) for r in open_regions]
        return _core.regions_table(len(free), masks, [r.weight for r in open_regions], settings)
    if isinstance(score, Gems) and (gems := _open_gems(base, score, free)):
        return _core.gems_table(len(free), score.melt, *gems, settings)
    check_memory(f"F of 2^{len(free)} positions", 24 << len(free), memory_limit)
    return _core.function_table(len(free), _points_above(base, free), settings)


def _open_gems(
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


def _points_above(base: Position, free: tuple[int, ...]) -> NDArray[np.int16]:
    """Return F(T) - F(base) for all T above the base, shape (2^free,), by sets of free items."""
    import numpy as np

    score = base.game.score
    if isinstance(score, SetFunction):
        masks = np.array([base.mask], dtype=np.int64)
        for item in free:
            masks = np.concatenate((masks, masks | 1 << item))
        return (score.array(len(base.game))[masks] - base.points).astype(np.int16)
    assert isinstance(score, Gems)
    points = np.full(1 << len(free), -base.points, dtype=np.int16)
    for c, held in enumerate(score.poured(base.mask)):
        gems = np.array([held], dtype=np.int64)
        for item in free:
            gems = np.concatenate((gems, gems + score.bags[item][c]))
        points += (gems // score.melt).astype(np.int16)
    return points
