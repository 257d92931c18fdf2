"""The table engine: the value of every position above a given one."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING

from . import _core
from .analysis import Analysis, MoveValue, line_of_play, move_values, solved
from .errors import ArgumentError, MemoryLimitError
from .game import Game, Objective
from .limits import TimeIsUpError, check_limits, check_memory, usable_cores
from .lowering import OBJECTIVE, TURN, empty_table
from .position import Position
from .progress import OnProgress, Progress
from .score import bits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Table", "filled_table", "path_names", "tabulate"]

MOST_THREADS = 256  # more would only wait for each other
FEW_BLOCKS = 2048  # below this, starting threads takes longer than they save


class Table:
    """The values of all positions above one, made by `tabulate`.

    Attributes:
        base: the position the table starts from; it knows all positions with more items taken.
        seconds, setup_seconds: how long solving took, and everything before it.

    All values are for the player to move. The methods raise `KeyError` for positions not above
    `base`.

    >>> from perfectplay import parse_game
    >>> table = tabulate(parse_game("triangles:3"))
    >>> table
    <Table of 262144 positions above '' in triangles:3>
    >>> table.value(0), table.best_moves(0)
    (-3, (1, 2, 5, 6, 7, 9, 10, 12, 13, 14, 17, 18))
    """

    __slots__ = ("_core", "_free", "base", "seconds", "setup_seconds")

    def __init__(
        self, base: Position, core: _core.Table, seconds: float, setup_seconds: float
    ) -> None:
        self.base = base
        self.seconds = seconds
        self.setup_seconds = setup_seconds
        self._core = core
        self._free = tuple(bits(base.game.all & ~base.mask))

    def __repr__(self) -> str:
        return f"<Table of {self.positions} positions above {str(self.base)!r} in {self.base.game}>"

    @property
    def positions(self) -> int:
        """How many positions there are: 2 to the number of items free in `base`."""
        return 1 << len(self._free)

    @property
    def stored(self) -> int:
        """How many of them are stored: of alike items, only how many are taken counts."""
        return self._core.stored

    def value(self, position: Position | int) -> int:
        """Return the value of a position, or of a mask of items taken."""
        mask = self._mask(position)
        if not self.base.mask:
            return self._core.value(mask)
        return self._core.value(sum(1 << k for k, i in enumerate(self._free) if mask >> i & 1))

    def values(self, masks: ArrayLike) -> NDArray[np.int16]:
        """Return the values of many positions.

        Arguments:
            masks: items taken, integers of any kind and shape; the game has at most 64 items.

        Returns an array of the same shape, int16. Raises `ArgumentError` for anything else.

        >>> from perfectplay import parse_game
        >>> tabulate(parse_game("dots-and-boxes:1x1")).values([0b0000, 0b0111, 0b1111])
        array([-1,  1,  0], dtype=int16)
        """
        import numpy as np

        if len(self.base.game) > 64:
            raise ArgumentError(
                f"{self.base.game} has more than 64 items: use value() for each mask"
            )
        given = np.asarray(masks)
        if given.dtype.kind not in "iu":
            raise ArgumentError(f"masks have the type {given.dtype}; they must be integers < 2^64")
        if given.dtype.kind == "i" and (given < 0).any():
            raise KeyError(f"mask {int(given.min())} is not above {str(self.base)!r}")
        flat = np.ascontiguousarray(given, dtype=np.uint64)
        base, outside = np.uint64(self.base.mask), np.uint64(~self.base.game.all & (1 << 64) - 1)
        wrong = ((flat & base) != base) | ((flat & outside) != 0)
        if wrong.any():
            raise KeyError(f"mask {int(flat[wrong][0]):#x} is not above {str(self.base)!r}")
        found = np.empty(flat.size, dtype=np.int16)
        self._core.values(list(self._free), flat.reshape(-1), found)
        return found.reshape(flat.shape)

    def moves(self, position: Position | int) -> tuple[MoveValue, ...]:
        """Return every legal move of a position, best first, equally good ones by number."""
        return move_values(self._position(position), self.value)

    def best_moves(self, position: Position | int) -> tuple[int, ...]:
        """Return the numbers of all best moves of a position, ascending."""
        return tuple(move.move for move in self.moves(position) if move.regret == 0)

    def line(self, position: Position | int) -> tuple[int, ...]:
        """Return a line of perfect play from a position, the lowest best move each time."""
        return line_of_play(self._position(position), self.value)

    def analyze(self, position: Position | int) -> Analysis:
        """Return the value of a position and of all its moves, as `analyze` does."""
        return solved(
            self._position(position),
            self.value,
            engine="table",
            stored=self.stored,
            nodes=self.stored,
            seconds=self.seconds,
            setup_seconds=self.setup_seconds,
        )

    def histogram(self) -> tuple[dict[int, int], ...]:
        """Return how many positions have which value, by the number of free items of `base` taken.

        >>> from perfectplay import parse_game
        >>> tabulate(parse_game("dots-and-boxes:1x1")).histogram()
        ({-1: 1}, {1: 4}, {-1: 6}, {1: 4}, {0: 1})
        """
        most = 1 if self.base.game.objective is Objective.LAST else self.base.rest
        return tuple(
            {value - most: count for value, count in enumerate(row) if count}
            for row in self._core.histogram(most, lambda done: True)
        )

    def _position(self, position: Position | int) -> Position:
        return Position(self.base.game, self._mask(position))

    def _mask(self, position: Position | int) -> int:
        mask = position if isinstance(position, int) else position.mask
        if self.base.mask & ~mask or mask >> len(self.base.game):
            raise KeyError(f"mask {mask:#x} is not above {str(self.base)!r}")
        return mask


def tabulate(
    game: Game,
    position: Position | None = None,
    *,
    threads: int | None = None,
    memory_limit: int | None = None,
    time_limit: float | None = None,
    on_progress: OnProgress | None = None,
    cancel: Event | None = None,
    path: str | None = None,
    count_alike: bool = True,
) -> Table | None:
    """Return the table of all positions above one (default: the start), None if time ran out.

    Arguments:
        threads: how many to use; by default all usable cores, or one for a small table.
        memory_limit: bytes the table may take; by default what the machine has free.
        time_limit: seconds.
        path: which kernels to use, one of `path_names()`; by default the fastest, or what the
            environment variable PERFECTPLAY_PATH says.
        count_alike: store positions that differ in alike items (the two lines of a corner, equal
            bags) once only.
        on_progress: called about every 50 ms, and at the end, with a `Progress`.
        cancel: an event that stops the solver when another thread sets it, as if time ran out.

    Raises `MemoryLimitError` before anything is allocated when the table does not fit,
    `ArgumentError` for limits that make no sense and for paths this machine does not have.

    >>> from perfectplay import Position, parse_game
    >>> game = parse_game("dots-and-boxes:5x5")
    >>> tabulate(game, Position(game, game.all >> 9)).positions
    512
    """
    base = position if position is not None else Position.start(game)
    turn, objective = TURN[game.turn], OBJECTIVE[game.objective]
    return filled_table(
        base,
        lambda core, cores, tick: core.solve(turn, objective, cores, tick),
        threads=threads,
        memory_limit=memory_limit,
        time_limit=time_limit,
        on_progress=on_progress,
        cancel=cancel,
        path=path,
        count_alike=count_alike,
    )


def filled_table(
    base: Position,
    fill: Callable[[_core.Table, int, Callable[[int], bool]], bool],
    *,
    threads: int | None,
    memory_limit: int | None,
    time_limit: float | None,
    on_progress: OnProgress | None,
    path: str | None,
    count_alike: bool,
    cancel: Event | None = None,
) -> Table | None:
    """Return a table of all positions above the base, None if time ran out.

    `fill(core, threads, tick)` solves it and returns whether it was allowed to finish; it calls
    `tick(done)` now and then and ends early if that returns False. The other arguments, and the
    errors, are those of `tabulate`.
    """
    check_limits(threads, memory_limit, time_limit)
    began = time.perf_counter()
    path = path or os.environ.get("PERFECTPLAY_PATH") or ""
    if path and path not in _core.path_names():
        known = ", ".join(_core.path_names())
        raise ArgumentError(f"no path {path!r} on this machine; known: {known}")
    free = base.moves.mask.bit_count()
    what = f"a table of 2^{free} positions ({free} free items)"
    if free > _core.MAX_ITEMS:
        raise MemoryLimitError(
            f"{what} is too large; at most {_core.MAX_ITEMS} may be free: start from a position "
            "with fewer free items"
        )
    deadline = None if time_limit is None else began + time_limit

    def is_over() -> bool:
        if cancel is not None and cancel.is_set():
            return True
        return deadline is not None and time.perf_counter() >= deadline

    def check_time() -> None:
        if is_over():
            raise TimeIsUpError

    try:
        core = empty_table(
            base,
            path,
            count_alike=count_alike,
            memory_limit=memory_limit,
            check_time=check_time,
        )
    except TimeIsUpError:
        return None
    check_memory(what, core.blocks * core.block_memory, memory_limit)
    cores = threads or (usable_cores() if core.blocks >= FEW_BLOCKS else 1)
    cores = min(cores, MOST_THREADS)

    def tick(done: int) -> bool:
        if on_progress is not None:
            on_progress(Progress("table", done, core.stored))
        return not is_over()

    try:
        if not core.prepare(cores, tick):
            return None
    except MemoryError:
        raise MemoryLimitError(f"{what} is more than the system gives this process") from None
    started = time.perf_counter()
    if not fill(core, cores, tick):
        return None
    ended = time.perf_counter()
    if on_progress is not None:
        on_progress(Progress("table", core.stored, core.stored))
    return Table(base, core, ended - started, started - began)


def path_names() -> list[str]:
    """Return the names of the kernels this machine can run, the fastest first."""
    return _core.path_names()
