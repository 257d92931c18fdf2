"""Asking for the value of a position: which engine answers, and what the answer looks like."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from .errors import ArgumentError, NotationError
from .game import Game, Objective
from .games import parse_game
from .limits import check_memory
from .position import Position
from .reference import Reference
from .table import tabulate

__all__ = ["ENGINES", "Analysis", "MoveValue", "Solution", "SolveOptions", "analyze", "solve"]

ENGINES = ("auto", "table", "reference")
REFERENCE_BYTES = 110  # a position in the reference solver's dictionary, roughly


class SolveOptions(TypedDict, total=False):
    """The keyword arguments of `solve`, for those who pass them on."""

    engine: str
    threads: int | None
    memory_limit: int | None
    time_limit: float | None
    on_progress: Callable[[int, int], None] | None


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth: `value` for the player making it, gain included; `regret` >= 0."""

    move: int
    name: str
    gain: int
    keeps_turn: bool
    value: int
    regret: int

    def to_dict(self) -> dict[str, Any]:
        """Return the move as JSON data."""
        return {
            "move": self.move,
            "name": self.name,
            "gain": self.gain,
            "keeps_turn": self.keeps_turn,
            "value": self.value,
            "regret": self.regret,
        }


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to `solve`: exact, or proven bounds if a limit stopped it.

    Attributes:
        position: what was asked.
        status: `"solved"` or `"bounded"`.
        bounds: lower and upper bound of the value, for the player to move.
        best_moves: item numbers, ascending; empty when bounded or when no item is free.
        best_moves_complete: whether these are all best moves.
        line: a line of play from the position, the lowest-numbered best item at each step.
        engine: which engine answered.
        positions: how many positions there are above this one, itself included.
        stored, nodes: how many were stored and how many looked at.
        seconds, setup_seconds: solving, and everything needed before.
    """

    position: Position
    status: Literal["solved", "bounded"]
    bounds: tuple[int, int]
    best_moves: tuple[int, ...]
    best_moves_complete: bool
    line: tuple[int, ...]
    engine: str
    positions: int
    stored: int
    nodes: int
    seconds: float
    setup_seconds: float

    @property
    def value(self) -> int | None:
        """The value for the player to move; None unless solved."""
        return self.bounds[0] if self.status == "solved" else None

    def to_dict(self) -> dict[str, Any]:
        """Return the solution as JSON data."""
        return {
            "game": self.position.game.text,
            "position": list(self.position.taken),
            "objective": self.position.game.objective.value,
            "to_move_value": self.value,
            "status": self.status,
            "bounds": list(self.bounds),
            "best_moves": list(self.best_moves),
            "best_moves_complete": self.best_moves_complete,
            "line": list(self.line),
            "engine": self.engine,
            "positions": self.positions,
            "stored": self.stored,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "setup_seconds": self.setup_seconds,
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """The answer to `analyze`: the solution, and every legal move, best first.

    Moves of equal value stand by number. When a limit stopped the solver there are no moves.
    """

    solution: Solution
    moves: tuple[MoveValue, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as JSON data: the solution with `moves`."""
        return self.solution.to_dict() | {"moves": [move.to_dict() for move in self.moves]}


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

    Raises `MemoryLimitError` when no engine fits the limit, `ArgumentError` for an unknown engine,
    `NotationError` for a text that is no game or position.

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
    asked = as_position(game, position)
    if engine not in ENGINES:
        raise ArgumentError(f"no engine {engine!r}; known: {', '.join(ENGINES)}")
    if threads is not None and threads < 1:
        raise ArgumentError(f"threads is {threads}; at least 1 is needed")
    if engine == "reference":
        return _by_reference(asked, memory_limit)
    table = tabulate(
        asked.game,
        asked,
        threads=threads,
        memory_limit=memory_limit,
        time_limit=time_limit,
        on_progress=on_progress,
    )
    if table is None:
        return _stopped(asked, time_limit)
    return from_values(
        asked,
        table.value,
        engine="table",
        stored=table.stored,
        nodes=table.stored,
        seconds=table.seconds,
        setup_seconds=table.setup_seconds,
    )


def from_values(
    position: Position, value_of: Callable[[int], int], engine: str, **counts: Any
) -> Analysis:
    """Return the analysis of a position when `value_of(mask)` knows every position above it."""
    moves = _moves(position, value_of)
    value = value_of(position.mask)
    solution = Solution(
        position=position,
        status="solved",
        bounds=(value, value),
        best_moves=tuple(sorted(move.move for move in moves if move.regret == 0)),
        best_moves_complete=True,
        line=_line(position, value_of),
        engine=engine,
        positions=1 << len(position.moves),
        **counts,
    )
    return Analysis(solution, moves)


def _moves(position: Position, value_of: Callable[[int], int]) -> tuple[MoveValue, ...]:
    game = position.game
    best = value_of(position.mask)
    moves = []
    for index, gain in game.gains(position.mask):
        value = game.move_value(gain, value_of(position.mask | 1 << index))
        number = game.number(index)
        keeps_turn = game.keeps_turn(gain)
        moves.append(
            MoveValue(number, game.names[index], gain, keeps_turn, value, abs(best - value))
        )
    return tuple(sorted(moves, key=lambda move: (move.regret, move.move)))


def _line(position: Position, value_of: Callable[[int], int]) -> tuple[int, ...]:
    game = position.game
    mask = position.mask
    line = []
    while mask != game.all:
        value = value_of(mask)
        index = next(
            index
            for index, gain in game.gains(mask)
            if game.move_value(gain, value_of(mask | 1 << index)) == value
        )
        line.append(game.number(index))
        mask |= 1 << index
    return tuple(line)


def _by_reference(position: Position, memory_limit: int | None) -> Analysis:
    began = time.perf_counter()
    free = len(position.moves)
    what = f"the reference solver with 2^{free} positions ({free} free items)"
    check_memory(what, REFERENCE_BYTES << free, memory_limit)
    reference = Reference(position.game)
    started = time.perf_counter()
    reference.value(position.mask)
    seconds = time.perf_counter() - started
    return from_values(
        position,
        reference.value,
        engine="reference",
        stored=len(reference.known),
        nodes=len(reference.known),
        seconds=seconds,
        setup_seconds=started - began,
    )


def _stopped(position: Position, time_limit: float | None) -> Analysis:
    """Return what is known of any position: nobody makes more than all the points left."""
    most = 1 if position.game.objective is Objective.LAST else position.rest
    solution = Solution(
        position=position,
        status="bounded",
        bounds=(-most, most),
        best_moves=(),
        best_moves_complete=False,
        line=(),
        engine="table",
        positions=1 << len(position.moves),
        stored=0,
        nodes=0,
        seconds=time_limit or 0.0,
        setup_seconds=0.0,
    )
    return Analysis(solution, ())


def as_position(
    game: Game | str, position: Position | str | Iterable[int | str] | None = None
) -> Position:
    """Return the position of a game; `NotationError` if it belongs to another one."""
    the_game = parse_game(game) if isinstance(game, str) else game
    if position is None:
        return Position.start(the_game)
    if isinstance(position, str):
        return Position.parse(the_game, position)
    if not isinstance(position, Position):
        return Position.of(the_game, position)
    if position.game != the_game:
        raise NotationError(f"the position belongs to {position.game}, not to {the_game}")
    return position
