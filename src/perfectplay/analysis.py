"""What an answer looks like: the value of a position, its moves, a line of play, a match's end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from .errors import ArgumentError
from .game import Objective
from .position import Match, Position

if TYPE_CHECKING:
    from .chains import Chains

__all__ = [
    "Analysis",
    "AtLeast",
    "Forecast",
    "MoveBounds",
    "MoveValue",
    "Solution",
    "bounded",
    "line_of_play",
    "move_values",
    "solved",
]


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth.

    Attributes:
        move, name: the number and the name of the item.
        gain: the points it makes at once.
        keeps_turn: whether its maker moves again.
        value: what it is worth to its maker, gain included.
        regret: how much worse than the best move that is, >= 0.
        hints: what the move is in the words of Strings-and-Coins, such as `"loony"`, see
            `perfectplay.hints`; empty for other games, and where the fewest points win. They do not
            count when moves are compared.

    >>> from perfectplay import analyze
    >>> analyze("dots-and-boxes:1x1", "0 1 2").moves[0]
    MoveValue(move=3, name='3', gain=1, keeps_turn=True, value=1, regret=0, hints=('captures 1',))
    """

    move: int
    name: str
    gain: int
    keeps_turn: bool
    value: int
    regret: int
    hints: tuple[str, ...] = field(default=(), compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the move as JSON data."""
        return {
            "move": self.move,
            "name": self.name,
            "gain": self.gain,
            "keeps_turn": self.keeps_turn,
            "value": self.value,
            "regret": self.regret,
            "hints": list(self.hints),
        }


@dataclass(frozen=True, slots=True)
class MoveBounds:
    """What a search that was stopped knows of a move.

    Attributes:
        move, name, gain, keeps_turn: as for `MoveValue`.
        bounds: lower and upper bound of what the move is worth to its maker, gain included.
    """

    move: int
    name: str
    gain: int
    keeps_turn: bool
    bounds: tuple[int, int]

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "move": self.move,
            "name": self.name,
            "gain": self.gain,
            "keeps_turn": self.keeps_turn,
            "bounds": list(self.bounds),
        }


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The answer to `at_least`.

    Attributes:
        position: what was asked about.
        points: the number asked about.
        holds: whether the value for the player to move is so many or more; None if a limit stopped
            the solver before it knew.
        bounds: what is known of the value.
        engine, nodes, seconds: which engine answered, and what it took.
    """

    position: Position
    points: int
    holds: bool | None
    bounds: tuple[int, int]
    engine: str
    nodes: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON data."""
        return {
            "game": self.position.game.text,
            "position": list(self.position.taken),
            "objective": self.position.game.objective.value,
            "at_least": self.points,
            "holds": self.holds,
            "bounds": list(self.bounds),
            "engine": self.engine,
            "nodes": self.nodes,
            "seconds": self.seconds,
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
        reason: why that engine; empty if the caller chose it.
        nimber: of a Nimstring position (`Objective.LAST` with the bonus turn), the nim-value or
            `"loony"`; None where it is not known.

    >>> from perfectplay import solve
    >>> solution = solve("dots-and-boxes:1x1", "0 1")
    >>> solution.status, solution.bounds, solution.best_moves, solution.line
    ('solved', (-1, -1), (2, 3), (2, 3))
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
    reason: str = ""
    nimber: int | Literal["loony"] | None = None

    @property
    def value(self) -> int | None:
        """The value for the player to move; None unless solved."""
        return self.bounds[0] if self.status == "solved" else None

    def to_dict(self) -> dict[str, Any]:
        """Return the solution as JSON data; `nimber` is there for `Objective.LAST` only."""
        data = {
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
            "reason": self.reason,
            "positions": self.positions,
            "stored": self.stored,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "setup_seconds": self.setup_seconds,
        }
        if self.position.game.objective is Objective.LAST:
            data["nimber"] = self.nimber
        return data

    def _repr_svg_(self) -> str:
        from .drawing import draw

        return draw(self.position, analysis=self, line=self.line)


@dataclass(frozen=True)
class Analysis:
    """The answer to `analyze`.

    Attributes:
        solution: what `solve` returns.
        values: every legal move, best first, equally good ones by number, without hints; none when
            a limit stopped the solver.
        known: what a search that was stopped knows of each move, by number; else empty.

    >>> from perfectplay import analyze
    >>> [(m.move, m.value, m.hints) for m in analyze("dots-and-boxes:1x2", "0 2 4").moves[:2]]
    [(5, 2, ('captures 1',)), (1, 0, ('leaves 1',))]
    """

    solution: Solution
    values: tuple[MoveValue, ...]
    known: tuple[MoveBounds, ...] = ()

    @cached_property
    def moves(self) -> tuple[MoveValue, ...]:
        """The moves of `values`, in the same order, with their hints."""
        from .hints import hints_of

        hints = hints_of(self.solution.position) if self.values else {}
        return tuple(replace(move, hints=hints.get(move.move, ())) for move in self.values)

    @cached_property
    def chains(self) -> Chains | None:
        """Chains, loops, components and control; None for the games that have no hints."""
        from .hints import speaks_of_chains

        if not speaks_of_chains(self.solution.position.game):
            return None
        from .chains import chains_of

        return chains_of(self.solution.position)

    @property
    def summary(self) -> str | None:
        """The chains in a line; None if there is nothing to say.

        >>> from perfectplay import analyze
        >>> analyze("dots-and-boxes:1x3", "0 1 2 3 4 5").summary
        '1 long chain (3); every move is loony, so the opponent has control, controlled value 3'
        """
        return None if self.chains is None else self.chains.summary

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as JSON data: the solution with `moves` and `chains`."""
        return self.solution.to_dict() | {
            "moves": [move.to_dict() for move in self.moves],
            "move_bounds": [move.to_dict() for move in self.known],
            "chains": None if self.chains is None else self.chains.to_dict(),
        }

    def _repr_svg_(self) -> str:
        from .drawing import draw

        return draw(self.solution.position, analysis=self)


@dataclass(frozen=True, slots=True)
class Forecast:
    """How a match ends if both play perfectly from here on.

    Arguments:
        match: the match.
        solution: the solution of its position.

    Raises `ArgumentError` if that is the solution of another position.

    >>> from perfectplay import Forecast, Match, parse_game, solve
    >>> match = Match.replay(parse_game("triangles:2"), "1 2 3 4")
    >>> forecast = Forecast(match, solve(match.position.game, match.position))
    >>> match.points, forecast.margin, forecast.winner
    ((1, 0), -2, 'B')
    """

    match: Match
    solution: Solution

    def __post_init__(self) -> None:
        if self.match.position != self.solution.position:
            raise ArgumentError(
                f"the solution is that of {self.solution.position}; "
                f"the match stands at {self.match.position}"
            )

    @property
    def bounds(self) -> tuple[int, int] | None:
        """Lower and upper bound of the points A has more than B at the end; None with `LAST`."""
        if self.match.position.game.objective is Objective.LAST:
            return None
        low, high = sorted(map(self.match.final_margin, self.solution.bounds))
        return low, high

    @property
    def margin(self) -> int | None:
        """The points A will have more than B; None unless solved, and with `Objective.LAST`."""
        return None if self.bounds is None or self.bounds[0] < self.bounds[1] else self.bounds[0]

    @property
    def winner(self) -> Literal["A", "B", "draw"] | None:
        """Who will win; None if that is not known."""
        if self.bounds is None:
            value = self.solution.value
            if value is None:
                return None
            return "A" if (value > 0) == (self.match.to_move == 0) else "B"
        low, high = self.bounds
        if low == high == 0:
            return "draw"
        fewest = self.match.position.game.objective is Objective.FEWEST
        if low > 0:
            return "B" if fewest else "A"
        if high < 0:
            return "A" if fewest else "B"
        return None

    def to_dict(self) -> dict[str, Any]:
        """Return the match and how it ends as JSON data."""
        return {
            "points": list(self.match.points),
            "to_move": self.match.player,
            "moves": list(self.match.moves),
            "final_margin": self.margin,
            "final_bounds": None if self.bounds is None else list(self.bounds),
            "winner": self.winner,
        }


def solved(
    position: Position, value_of: Callable[[int], int], engine: str, **counts: Any
) -> Analysis:
    """Return the analysis of a position when `value_of(mask)` knows every position above it.

    `counts` are the fields of `Solution` about work and time.
    """
    moves = move_values(position, value_of)
    value = value_of(position.mask)
    solution = Solution(
        position=position,
        status="solved",
        bounds=(value, value),
        best_moves=tuple(sorted(move.move for move in moves if move.regret == 0)),
        best_moves_complete=True,
        line=line_of_play(position, value_of),
        engine=engine,
        positions=1 << len(position.moves),
        **counts,
    )
    return Analysis(solution, moves)


def move_values(position: Position, value_of: Callable[[int], int]) -> tuple[MoveValue, ...]:
    """Return every legal move, best first, given the value of every position above this one."""
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


def line_of_play(position: Position, value_of: Callable[[int], int]) -> tuple[int, ...]:
    """Return the item numbers of a line of perfect play to the end, lowest best move each time."""
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


def bounded(position: Position, engine: str, seconds: float) -> Analysis:
    """Return what is known of a position not solved: nobody makes more than all that is left."""
    most = 1 if position.game.objective is Objective.LAST else position.rest
    solution = Solution(
        position=position,
        status="bounded",
        bounds=(-most, most),
        best_moves=(),
        best_moves_complete=False,
        line=(),
        engine=engine,
        positions=1 << len(position.moves),
        stored=0,
        nodes=0,
        seconds=seconds,
        setup_seconds=0.0,
    )
    return Analysis(solution, ())
