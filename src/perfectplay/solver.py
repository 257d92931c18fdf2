"""Asking for the value of a position: which engine answers, and what the answer looks like."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Literal, TypedDict, Unpack

from .analysis import Analysis, AtLeast, Solution, bounded, solved
from .errors import ArgumentError, MemoryLimitError, NotationError, as_integer, shorten
from .game import Game, Objective, TurnRule
from .games import parse_game
from .limits import TimeIsUpError, check_limits, check_memory, free_memory, show_size
from .position import Position
from .progress import OnProgress, Progress
from .reference import Reference
from .search import Search
from .searchgames import MAX_FREE, knows_chains
from .symmetry import different_positions
from .table import tabulate

__all__ = ["ENGINES", "SolveOptions", "analyze", "as_position", "at_least", "solve"]

ENGINES = ("auto", "table", "search", "reference")
REFERENCE_BYTES = 110  # a position in the reference solver's dictionary, roughly
# With so many positions a table takes about as long as a search, which knows the theory of chains
# where that holds, and elsewhere only alike items and symmetries.
QUICK, QUICK_WITHOUT_THEORY = 1 << 30, 1 << 34
NIMBER_ITEMS = 24  # free ones up to which the nimber comes with the answer
TABLE_SHARE = 1.1  # of a table in memory, beside its positions


class SolveOptions(TypedDict, total=False):
    """The keyword arguments of `solve`, for those who pass them on."""

    engine: str
    threads: int | None
    memory_limit: int | None
    time_limit: float | None
    node_limit: int | None
    on_progress: OnProgress | None
    cancel: Event | None
    checkpoint: str | Path | None


def solve(
    game: Game | str,
    position: Position | str | Iterable[int | str] | None = None,
    *,
    engine: str = "auto",
    threads: int | None = None,
    memory_limit: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    on_progress: OnProgress | None = None,
    cancel: Event | None = None,
    checkpoint: str | Path | None = None,
) -> Solution:
    """Return the value of a position, best moves and a line of play.

    Arguments:
        game: a game, or its text form.
        position: a position, its text, or the items taken; by default the start of the game.
        engine: `"table"`, which knows all best moves, `"search"`, which finds the lowest-numbered
            one, `"reference"` (slow, for checking), or `"auto"`: a table where one fits and is no
            slower, else the search; `Solution.reason` says why.
        threads: how many to use; by default all usable cores.
        memory_limit: bytes; by default what the machine has free.
        time_limit: seconds; a solver that is stopped returns proven bounds.
        node_limit: positions the search looks at; as above.
        on_progress: called now and then with a `Progress`.
        cancel: an event that stops the solver when another thread sets it; as above.
        checkpoint: a file that keeps what the search has found out, see `Search`; so it searches.

    Raises `MemoryLimitError` when no engine fits the limit, `ArgumentError` for an unknown engine
    or a limit that makes no sense, `InputError` for a checkpoint that cannot be used, and what
    `parse_game` and `Position.parse` raise for texts.

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
        node_limit=node_limit,
        on_progress=on_progress,
        cancel=cancel,
        checkpoint=checkpoint,
    )
    asked, chosen, reason = _choose(game, position, options)
    if chosen != "search":
        answer = _by_positions(asked, chosen, options).solution
    else:
        answer = _search(asked, options).solve(asked)
    return replace(answer, reason=reason, nimber=_nimber(answer, options))


def analyze(
    game: Game | str,
    position: Position | str | Iterable[int | str] | None = None,
    *,
    engine: str = "auto",
    threads: int | None = None,
    memory_limit: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    on_progress: OnProgress | None = None,
    cancel: Event | None = None,
    checkpoint: str | Path | None = None,
) -> Analysis:
    """Return the solution of a position and every legal move with its value, best first.

    Arguments and errors as for `solve`. All best moves are known, whatever the engine; a search
    that is stopped returns bounds of the value of each move, `Analysis.known`.

    >>> analysis = analyze("dots-and-boxes:1x2", "0 2 4")
    >>> [(m.move, m.gain, m.value, m.regret) for m in analysis.moves]
    [(5, 1, 2, 0), (1, 0, 0, 2), (3, 0, 0, 2), (6, 0, 0, 2)]
    """
    options = SolveOptions(
        engine=engine,
        threads=threads,
        memory_limit=memory_limit,
        time_limit=time_limit,
        node_limit=node_limit,
        on_progress=on_progress,
        cancel=cancel,
        checkpoint=checkpoint,
    )
    asked, chosen, reason = _choose(game, position, options)
    if chosen != "search":
        answer = _by_positions(asked, chosen, options)
    else:
        answer = _search(asked, options).analyze(asked)
    solution = answer.solution
    solution = replace(solution, reason=reason, nimber=_nimber(solution, options))
    return replace(answer, solution=solution)


def at_least(
    game: Game | str,
    points: int,
    position: Position | str | Iterable[int | str] | None = None,
    **options: Unpack[SolveOptions],
) -> AtLeast:
    """Return whether the value of a position, for the player to move, is so many points or more.

    Cheaper than the value, as the search can leave out all that does not matter to the question.
    Arguments and errors as for `solve`; `"auto"` is the search here, where it takes the position.

    >>> at_least("dots-and-boxes:3x3", -3).holds, at_least("dots-and-boxes:3x3", -1).holds
    (True, False)
    """
    began = time.perf_counter()
    points = as_integer("points", points)
    asked, chosen, _ = _choose(game, position, options)
    automatic = options.get("engine", "auto") == "auto" and len(asked.moves) <= MAX_FREE
    if chosen != "search" and not automatic:
        solution = _by_positions(asked, chosen, options).solution
        bounds, nodes = solution.bounds, solution.nodes
    else:
        chosen = "search"
        search = _search(asked, options)
        search.at_least(asked, points)
        bounds, nodes = search.known(asked), search.nodes
    low, high = bounds
    holds = None if low < points <= high else low >= points
    return AtLeast(asked, points, holds, bounds, chosen, nodes, time.perf_counter() - began)


def _choose(
    game: Game | str,
    position: Position | str | Iterable[int | str] | None,
    options: SolveOptions,
) -> tuple[Position, str, str]:
    """Return the position asked about, the engine to ask, and why it."""
    asked = as_position(game, position)
    engine, limit = options.get("engine", "auto"), options.get("memory_limit")
    if engine not in ENGINES:
        raise ArgumentError(f"no engine {engine!r}; known: {', '.join(ENGINES)}")
    check_limits(
        options.get("threads"), limit, options.get("time_limit"), options.get("node_limit")
    )
    if options.get("checkpoint") is not None:
        if engine not in ("auto", "search"):
            raise ArgumentError(f"a checkpoint is the search's; the {engine} engine has none")
        return asked, "search", "a checkpoint is the search's" if engine == "auto" else ""
    if engine != "auto":
        return asked, engine, ""
    if len(asked.moves) > MAX_FREE:
        raise MemoryLimitError(
            f"{len(asked.moves)} items are free; the search takes positions with at most {MAX_FREE}"
            ", and a table fewer: start from a position with fewer free items"
        )
    positions = different_positions(asked)
    table = f"a table of {positions:,} positions"
    if positions > (QUICK if knows_chains(asked) else QUICK_WITHOUT_THEORY):
        return asked, "search", f"{table} would take longer"
    most = free_memory() if limit is None else limit
    if positions * TABLE_SHARE > most:
        return asked, "search", f"{table} does not fit {show_size(most)}"
    return asked, "table", f"{table} is quick"


def _nimber(solution: Solution, options: SolveOptions) -> int | Literal["loony"] | None:
    """Return the nimber of a position solved for the last move, where that takes no time."""
    position = solution.position
    game = position.game
    if game.objective is not Objective.LAST or game.turn is not TurnRule.BONUS:
        return None
    if solution.value is None or len(position.moves) > NIMBER_ITEMS:
        return None
    from .nimtable import tabulate_nimbers  # it imports this module

    with suppress(MemoryLimitError):
        table = tabulate_nimbers(game, position, memory_limit=options.get("memory_limit"))
        if table is not None:
            return table.nimber(position)
    return None


def _by_positions(position: Position, engine: str, options: SolveOptions) -> Analysis:
    """Return the answer of an engine that solves all positions."""
    if engine == "reference":
        return _by_reference(position, options)
    began = time.perf_counter()
    table = tabulate(
        position.game,
        position,
        threads=options.get("threads"),
        memory_limit=options.get("memory_limit"),
        time_limit=options.get("time_limit"),
        on_progress=options.get("on_progress"),
        cancel=options.get("cancel"),
    )
    if table is None:
        return bounded(position, "table", time.perf_counter() - began)
    return table.analyze(position)


def _search(position: Position, options: SolveOptions) -> Search:
    return Search(
        position.game,
        position,
        threads=options.get("threads"),
        memory_limit=options.get("memory_limit"),
        time_limit=options.get("time_limit"),
        node_limit=options.get("node_limit"),
        on_progress=options.get("on_progress"),
        cancel=options.get("cancel"),
        checkpoint=options.get("checkpoint"),
    )


def _by_reference(position: Position, options: SolveOptions) -> Analysis:
    began = time.perf_counter()
    free = len(position.moves)
    what = f"the reference solver with 2^{free} positions ({free} free items)"
    check_memory(what, REFERENCE_BYTES << free, options.get("memory_limit"))
    limit, on_progress = options.get("time_limit"), options.get("on_progress")
    cancel = options.get("cancel")

    def watch(known: int) -> None:
        if known % 1000 == 0:
            if on_progress is not None:
                on_progress(Progress("reference", known, 1 << free))
            if limit is not None and time.perf_counter() > began + limit:
                raise TimeIsUpError
            if cancel is not None and cancel.is_set():
                raise TimeIsUpError

    reference = Reference(position.game, watch)
    started = time.perf_counter()
    try:
        reference.value(position.mask)
    except TimeIsUpError:
        return bounded(position, "reference", time.perf_counter() - began)
    if on_progress is not None:
        on_progress(Progress("reference", 1 << free, 1 << free))
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
