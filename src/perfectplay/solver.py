"""Asking for the value of a position: which engine answers, and what the answer looks like."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TypedDict

from .analysis import Analysis, Solution, bounded, solved
from .errors import ArgumentError, NotationError, shorten
from .game import Game
from .games import parse_game
from .limits import TimeIsUpError, check_limits, check_memory
from .position import Position
from .reference import Reference
from .table import tabulate

__all__ = ["ENGINES", "SolveOptions", "analyze", "as_position", "solve"]

ENGINES = ("auto", "table", "reference")
REFERENCE_BYTES = 110  # a position in the reference solver's dictionary, roughly


class SolveOptions(TypedDict, total=False):
    """The keyword arguments of `solve`, for those who pass them on."""

    engine: str
    threads: int | None
    memory_limit: int | None
    time_limit: float | None
    on_progress: Callable[[int, int], None] | None


def solve(
    game: Game | str,
    position: Position | str | Iterable[int | str] | None = None,
    *,
    engine: str = "auto",
    threads: int | None = None,
    memory_limit: int | None = None,
    time_limit: float | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Solution:
    """Return the value of a position, all best moves and a line of play.

    Arguments:
        game: a game, or its text form.
        position: a position, its text, or the items taken; by default the start of the game.
        engine: `"table"`, `"reference"` (slow, for checking) or `"auto"`.
        threads: how many to use; by default all usable cores.
        memory_limit: bytes; by default what the machine has free.
        time_limit: seconds; a solver that is stopped returns proven bounds.
        on_progress: called now and then with the positions solved and their total.

    Raises `MemoryLimitError` when no engine fits the limit, `ArgumentError` for an unknown engine
    or a limit that makes no sense, and what `parse_game` and `Position.parse` raise for texts.

    >>> solve("dots-and-boxes:2x2").value
    2
    >>> solve("triangles:3", "4 5 6 7 8").value
    -2
    """
    options = SolveOptions(
        engine=engine,
        threads=threads,
        memory_limit=memory_limit,
        time_limit=time_limit,
        on_progress=on_progress,
    )
    return analyze(game, position, **options).solution


def analyze(
    game: Game | str,
    position: Position | str | Iterable[int | str] | None = None,
    *,
    engine: str = "auto",
    threads: int | None = None,
    memory_limit: int | None = None,
    time_limit: float | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Return the solution of a position and every legal move with its value, best first.

    Arguments and errors as for `solve`.

    >>> analysis = analyze("dots-and-boxes:1x2", "0 2 4")
    >>> [(m.move, m.gain, m.value, m.regret) for m in analysis.moves]
    [(5, 1, 2, 0), (1, 0, 0, 2), (3, 0, 0, 2), (6, 0, 0, 2)]
    """
    began = time.perf_counter()
    asked = as_position(game, position)
    if engine not in ENGINES:
        raise ArgumentError(f"no engine {engine!r}; known: {', '.join(ENGINES)}")
    check_limits(threads, memory_limit, time_limit)
    if engine == "reference":
        return _by_reference(
            asked,
            SolveOptions(memory_limit=memory_limit, time_limit=time_limit, on_progress=on_progress),
        )
    table = tabulate(
        asked.game,
        asked,
        threads=threads,
        memory_limit=memory_limit,
        time_limit=time_limit,
        on_progress=on_progress,
    )
    if table is None:
        return bounded(asked, "table", time.perf_counter() - began)
    return table.analyze(asked)


def _by_reference(position: Position, options: SolveOptions) -> Analysis:
    began = time.perf_counter()
    free = len(position.moves)
    what = f"the reference solver with 2^{free} positions ({free} free items)"
    check_memory(what, REFERENCE_BYTES << free, options["memory_limit"])
    limit, on_progress = options["time_limit"], options["on_progress"]

    def watch(known: int) -> None:
        if known % 1000 == 0:
            if on_progress is not None:
                on_progress(known, 1 << free)
            if limit is not None and time.perf_counter() > began + limit:
                raise TimeIsUpError

    reference = Reference(position.game, watch)
    started = time.perf_counter()
    try:
        reference.value(position.mask)
    except TimeIsUpError:
        return bounded(position, "reference", time.perf_counter() - began)
    if on_progress is not None:
        on_progress(1 << free, 1 << free)
    seconds = time.perf_counter() - started
    return solved(
        position,
        reference.value,
        engine="reference",
        stored=len(reference.known),
        nodes=len(reference.known),
        seconds=seconds,
        setup_seconds=started - began,
    )


def as_position(
    game: Game | str, position: Position | str | Iterable[int | str] | None = None
) -> Position:
    """Return the position of a game; `NotationError` if it belongs to another one."""
    the_game = parse_game(game) if isinstance(game, str) else game
    if not isinstance(the_game, Game):
        raise ArgumentError(f"game is {shorten(game)}; it must be a Game or its text form")
    if position is None:
        return Position.start(the_game)
    if isinstance(position, str):
        return Position.parse(the_game, position)
    if isinstance(position, Iterable):
        return Position.of(the_game, position)
    if not isinstance(position, Position):
        raise ArgumentError(
            f"position is {shorten(position)}; it must be a Position, its text or the items taken"
        )
    if position.game != the_game:
        raise NotationError(f"the position belongs to {position.game}, not to {the_game}")
    return position
