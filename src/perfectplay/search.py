"""The search engine: value and best moves of positions that no table holds."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, get_ident
from typing import Any

from .analysis import Analysis, MoveBounds, MoveValue, Solution
from .checkpoint import Checkpoint, size_of
from .errors import ArgumentError, MemoryLimitError, NotationError, as_integer
from .game import Game, Objective
from .limits import check_limits, check_memory, free_memory, show_size, usable_cores
from .position import Position
from .progress import OnProgress, Progress
from .searchgames import TECHNIQUES, Lowered, lowered

__all__ = ["TECHNIQUES", "Search", "search_size"]

ENTRY = 16  # bytes
LEAST_SIZE = 1 << 20
FIRST_SIZE = 1 << 24  # of a table, which grows as it fills
MOST_SIZE = 1 << 62
MOST_SHARE = 0.6  # of the free memory, unless the caller allows more
MOST_THREADS = 256
NO_LIMIT = (1 << 64) - 1
SAVE_EVERY = 600.0  # seconds, with a checkpoint


class StoppedError(Exception):
    """A limit has stopped the search; whoever set it turns this into bounds."""


def search_size(position: Position, memory_limit: int | None = None) -> int:
    """Return how many bytes the table of a search of this position may have at most.

    That is the limit, by default six tenths of the memory that is free, but not more than all
    positions take.
    """
    all_of_them = ENTRY << min(len(position.moves), 60)
    most = int(free_memory() * MOST_SHARE) if memory_limit is None else memory_limit
    if most < LEAST_SIZE:
        raise MemoryLimitError(
            f"a search needs {show_size(LEAST_SIZE)} of memory, but {show_size(most)} are allowed"
        )
    return max(LEAST_SIZE, min(2 * all_of_them, most, MOST_SIZE))


class Search:
    """A search of the positions above one, which remembers what it has found out.

    Arguments:
        game: the game.
        position: where it starts; by default the start of the game. At most 64 items may be free.
        threads: how many to use; by default all usable cores. Values do not depend on it.
        memory_limit: bytes the transposition table may take; by default six tenths of the memory
            that is free.
        time_limit: seconds that it may take for a question.
        node_limit: positions that it may look at for a question, to within some thousands.
        on_progress: called about every 50 ms with a `Progress`.
        cancel: an event that stops the search when another thread sets it.
        checkpoint: a file that keeps the transposition table: it is read if it exists, and written
            every ten minutes and when the search is stopped or done with a question.
        without: names of techniques to leave out, to see what they are worth; `TECHNIQUES`
            has them, and the page about the search in the docs explains them.

    Raises `ArgumentError` for more than 64 free items, for limits that make no sense and for
    unknown techniques,
    `MemoryLimitError` for less memory than a mebibyte, `InputError` for a checkpoint that is
    damaged or belongs to another game.

    Source: J. K. Barker and R. E. Korf, Solving Dots-And-Boxes, AAAI 2012; see the explanation of
    the search in the docs for what else it uses.

    >>> from perfectplay import Position, Search, parse_game
    >>> board = parse_game("dots-and-boxes:5x5")
    >>> search = Search(board, Position(board, board.all >> 20))
    >>> search.bounds(search.base)
    (5, 5)
    """

    def __init__(
        self,
        game: Game,
        position: Position | None = None,
        *,
        threads: int | None = None,
        memory_limit: int | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
        on_progress: OnProgress | None = None,
        cancel: Event | None = None,
        checkpoint: str | Path | None = None,
        without: Collection[str] = (),
    ) -> None:
        check_limits(threads, memory_limit, time_limit, node_limit)
        self._began = time.perf_counter()
        self._time_limit = time_limit
        self._node_limit = node_limit
        self._on_progress = on_progress
        self._cancel = cancel
        self.base = position if position is not None else Position.start(game)
        if self.base.game != game:
            raise NotationError(f"the position belongs to {self.base.game}, not to {game}")
        if isinstance(without, str):
            without = (without,)
        self.threads = min(threads or usable_cores(), MOST_THREADS)
        self.nodes = 0
        """How many positions it has looked at."""
        self._begin()
        most = search_size(self.base, memory_limit)
        size = None if checkpoint is None else size_of(Path(checkpoint))
        if size is not None:
            check_memory(f"the table of {checkpoint}", size, memory_limit)
        self._lowered: Lowered | None = None  # if a limit strikes before there is one
        try:
            with suppress(StoppedError):
                self._lowered = lowered(
                    self.base, size or min(most, FIRST_SIZE), most, self._check, without
                )
        except MemoryError:
            raise MemoryLimitError(
                f"a table of {show_size(size or FIRST_SIZE)} is more than the system gives this "
                "process"
            ) from None
        self._checkpoint = None
        if checkpoint is not None and self._lowered is not None:
            self._checkpoint = Checkpoint(Path(checkpoint), self.base, self._lowered, without)
            self._checkpoint.load()
        self._bounds: dict[int, tuple[int, int]] = {}
        self._asked: tuple[int, int] | None = None
        self._lock = Lock()  # for several threads that ask
        self._asking_thread: int | None = None
        self.setup_seconds = time.perf_counter() - self._began

    def __repr__(self) -> str:
        return f"<Search above {str(self.base)!r} in {self.base.game}>"

    @property
    def order(self) -> tuple[int, ...]:
        """The moves from `base` in the order in which they are tried."""
        lowered = self._lowered
        return () if lowered is None else tuple(map(self.base.game.number, lowered.order))

    @property
    def stored(self) -> int:
        """About how many positions its table holds."""
        core = None if self._lowered is None else self._lowered.core
        return 0 if core is None else round(core.fill * core.entries)

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return the value twice if no limit stops the search, else bounds proven of it.

        For the player to move. Raises `KeyError` for a position that is not above `base`.
        """
        with self._asking(position):
            with suppress(StoppedError):
                self._value(position.mask)
            return self._known(position.mask)

    def known(self, position: Position) -> tuple[int, int]:
        """Return bounds of the value for the player to move, as far as known, without searching."""
        with self._asking(position, saving=False):
            return self._known(position.mask)

    def at_least(self, position: Position, points: int) -> bool | None:
        """Return whether the value for the player to move is so many points or more.

        None if a limit stops the search before it knows. Cheaper than the value. Raises
        `ArgumentError` unless `points` is an integer.
        """
        points = as_integer("points", points)
        with self._asking(position):
            try:
                return self._reaches(position.mask, points)
            except StoppedError:
                return None

    def solve(self, position: Position, **counts: Any) -> Solution:
        """Return the value of a position, the lowest-numbered best move and a line of play.

        If a limit stops the search, bounds of the value; or, if that was known, the value and as
        much of the line as was.
        """
        began = time.perf_counter()
        line: list[int] = []
        with self._asking(position):
            with suppress(StoppedError):
                self._value(position.mask)
                line.extend(self._line(position))
            return self._solution(position, line[:1], line, False, began, **counts)

    def analyze(self, position: Position, **counts: Any) -> Analysis:
        """Return the solution of a position and every move with its value, best first.

        If a limit stops the search, bounds of the value and of the value of every move.
        """
        began = time.perf_counter()
        line: list[int] = []
        with self._asking(position):
            try:
                value = self._value(position.mask)
                moves = tuple(self._move_values(position, value))
                best = sorted(move.move for move in moves if move.regret == 0)
                line.extend(self._line(position))
            except StoppedError:
                known = tuple(self._move_bounds(position))
                low, high = self._known(position.mask)
                best = [m.move for m in known if low == high and m.bounds == (low, high)]
                return Analysis(
                    self._solution(position, best, line, False, began, **counts), (), known
                )
            return Analysis(self._solution(position, best, line, True, began, **counts), moves)

    # Values of masks, by questions to the core whether they reach a bound.

    def _known(self, mask: int) -> tuple[int, int]:
        """Return the best bounds there are."""
        if mask not in self._bounds:
            position = Position(self.base.game, mask)
            most = 1 if position.game.objective is Objective.LAST else position.rest
            self._bounds[mask] = -most, most
        low, high = self._bounds[mask]
        if self._lowered is None:
            return low, high
        lower, upper = self._lowered.known(mask)
        self._bounds[mask] = max(low, lower), min(high, upper)
        return self._bounds[mask]

    def _reaches(self, mask: int, b: int) -> bool:
        """Return whether the value is at least b; raises `StoppedError`."""
        low, high = self._known(mask)
        while low < b <= high:
            if self._lowered is None:
                raise StoppedError
            self._check()
            before, self._asked = self.nodes, (low, high)
            left = NO_LIMIT if self._last_node is None else self._last_node - before
            lower, upper, nodes = self._lowered.ask(mask, b, self.threads, left, self._tick)
            self.nodes = before + nodes
            low, high = max(low, lower), min(high, upper)
            self._bounds[mask] = low, high
            if self._checkpoint is not None:
                self._checkpoint.save_if_due(SAVE_EVERY)
        return low >= b

    def _value(self, mask: int, guess: int | None = None) -> int:
        """Return the value, asking around a guess first; raises `StoppedError`."""
        low, high = self._known(mask)
        step = 2  # values of a position are all even or all odd
        b = max(low, min(high, 0 if guess is None else guess))
        b += (b ^ high) & 1
        went_up: bool | None = None
        while low < high:
            b = max(low + 2, min(high, b))
            up = self._reaches(mask, b)
            low, high = self._bounds[mask]
            step = 2 * step if up is went_up else 2
            b = low + step if up else high + 2 - step
            went_up = up
        return low

    def _after(self, position: Position) -> Iterator[tuple[int, int, int]]:
        """Yield index, gain and mask of every move, by number."""
        for index, gain in position.game.gains(position.mask):
            yield index, gain, position.mask | 1 << index

    def _move_values(self, position: Position, best: int) -> list[MoveValue]:
        game = position.game
        moves = []
        for index, gain, after in self._after(position):
            kept = game.keeps_turn(gain)
            points = game.move_value(gain, 0)
            child = self._value(after, best - points if kept else points - best)
            value = game.move_value(gain, child)
            moves.append(
                MoveValue(
                    game.number(index), game.names[index], gain, kept, value, abs(best - value)
                )
            )
        return sorted(moves, key=lambda move: (move.regret, move.move))

    def _move_bounds(self, position: Position) -> list[MoveBounds]:
        game = position.game
        moves = []
        for index, gain, after in self._after(position):
            low, high = sorted(game.move_value(gain, child) for child in self._known(after))
            kept = game.keeps_turn(gain)
            moves.append(MoveBounds(game.number(index), game.names[index], gain, kept, (low, high)))
        return moves

    def _line(self, position: Position) -> Iterator[int]:
        """Yield a line of perfect play, the lowest-numbered best move each time."""
        game = position.game
        value = self._value(position.mask)
        while position.mask != game.all:
            index, gain, after = next(
                move for move in self._after(position) if self._is_worth(move[1], move[2], value)
            )
            yield game.number(index)
            position = Position(game, after)
            rest = value - game.move_value(gain, 0)
            value = rest if game.keeps_turn(gain) else -rest

    def _is_worth(self, gain: int, after: int, value: int) -> bool:
        """Return whether a move leading there is worth the value of the position before it."""
        game = self.base.game
        points = game.move_value(gain, 0)
        fewest = game.objective is Objective.FEWEST
        if game.keeps_turn(gain):  # points + v, to be as large as the value, or as small
            wanted = value - points
            return not self._reaches(after, wanted + 1) if fewest else self._reaches(after, wanted)
        wanted = points - value  # points - v
        return self._reaches(after, wanted) if fewest else not self._reaches(after, wanted + 1)

    # Limits and progress.

    @contextmanager
    def _asking(self, position: Position, *, saving: bool = True) -> Iterator[None]:
        if position.game != self.base.game or self.base.mask & ~position.mask:
            raise KeyError(f"{str(position)!r} is not above {str(self.base)!r} in {self.base.game}")
        if self._asking_thread == get_ident():
            raise ArgumentError(
                "a search is asked from its own on_progress; it has to be done first"
            )
        with self._lock:
            self._asking_thread = get_ident()
            self._begin()
            try:
                yield
            finally:
                self._asking_thread = None
                if saving and self._checkpoint is not None:
                    self._checkpoint.save()

    def _begin(self) -> None:
        """Begin to count time and nodes."""
        limit, nodes = self._time_limit, self._node_limit
        self._deadline = None if limit is None else time.perf_counter() + limit
        self._last_node = None if nodes is None else self.nodes + min(nodes, NO_LIMIT)

    def _check(self) -> None:
        """Raise `StoppedError` when a limit is reached."""
        if (
            (self._deadline is not None and time.perf_counter() >= self._deadline)
            or (self._cancel is not None and self._cancel.is_set())
            or (self._last_node is not None and self.nodes >= self._last_node)
        ):
            raise StoppedError

    def _tick(self, nodes: int) -> bool:
        """Tell the caller of the progress; return whether to go on."""
        if self._on_progress is not None:
            assert self._lowered is not None  # or nothing would tick
            done, fill = self.nodes + nodes, self._lowered.core.fill
            self._on_progress(Progress("search", done, None, self._asked, fill))
        if self._checkpoint is not None and self._checkpoint.is_due(SAVE_EVERY):
            return False
        if self._cancel is not None and self._cancel.is_set():
            return False
        return self._deadline is None or time.perf_counter() < self._deadline

    def _solution(
        self,
        position: Position,
        best: Sequence[int],
        line: Sequence[int],
        complete: bool,
        began: float,
        **counts: Any,
    ) -> Solution:
        low, high = self._known(position.mask)
        return Solution(
            position=position,
            status="solved" if low == high else "bounded",
            bounds=(low, high),
            best_moves=tuple(best) if low == high else (),
            best_moves_complete=complete or not position.moves,
            line=tuple(line),
            engine="search",
            positions=1 << len(position.moves),
            stored=self.stored,
            nodes=self.nodes,
            seconds=time.perf_counter() - began,
            setup_seconds=self.setup_seconds,
            **counts,
        )
