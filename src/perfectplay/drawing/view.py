"""What there is to show of a position or a match, checked and by index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ..analysis import Analysis, MoveValue, Solution
from ..errors import ArgumentError, IllegalMoveError, plain_int, shorten
from ..game import Game
from ..position import SEPARATED, Match, Position
from ..score import Regions, bits

__all__ = ["Letter", "View", "view"]

Letter = Literal["A", "B"]


@dataclass(frozen=True, slots=True)
class View:
    """What there is to show; items and regions by index, players 0 and 1.

    Attributes:
        position, match: where the game stands; `match` is None if only the position is known.
        owners: of each region, None while it is open or if nobody knows.
        takers: who took an item, where that is known.
        last: the last move, or None.
        moves: what each free item is worth, where that is known.
        best: the best moves known.
        solution: what is known of the value, or None.
        steps: the line of play: the number of each step, from 1, and who makes it. In a match that
            is A or B; else 0 is the player to move.
        labels: whether free items without a value or a step have their name.
    """

    position: Position
    match: Match | None
    owners: tuple[int | None, ...]
    takers: dict[int, int]
    last: int | None
    moves: dict[int, MoveValue]
    best: frozenset[int]
    solution: Solution | None
    steps: dict[int, tuple[int, int]]
    labels: bool

    @property
    def game(self) -> Game:
        """The game."""
        return self.position.game

    def taken(self, index: int) -> bool:
        """Return whether an item is taken."""
        return bool(self.position.mask >> index & 1)

    def closed(self, region: int) -> bool:
        """Return whether every item of a region is taken."""
        score = self.game.score
        assert isinstance(score, Regions)
        return not score.regions[region].mask & ~self.position.mask


def view(
    what: Position | Match,
    *,
    analysis: Analysis | Solution | None,
    line: str | Iterable[int | str] | None,
    last_move: int | str | None,
    owners: Sequence[Letter | None] | None,
    labels: bool,
) -> View:
    """Return what there is to show; the arguments and errors are those of `draw`."""
    if not isinstance(what, Position | Match):
        raise ArgumentError(
            f"what is {shorten(what)}; it must be a Position or a Match, such as "
            "Position.start(game)"
        )
    match = what if isinstance(what, Match) else None
    position = what.position if isinstance(what, Match) else what
    solution, moves = _answers(position, analysis)
    number = match.moves[-1] if match is not None and match.moves else None
    last = _last(position, number if last_move is None else last_move)
    return View(
        position=position,
        match=match,
        owners=_owners(position.game, match, owners),
        takers={} if match is None else _takers(match),
        last=last,
        moves=moves,
        best=frozenset(position.game.index(move) for move in solution.best_moves)
        if solution is not None
        else frozenset(),
        solution=solution,
        steps=_steps(match or Match(position), line),
        labels=bool(labels),
    )


def _answers(
    position: Position, analysis: Analysis | Solution | None
) -> tuple[Solution | None, dict[int, MoveValue]]:
    if analysis is None:
        return None, {}
    if not isinstance(analysis, Analysis | Solution):
        raise ArgumentError(
            f"analysis is {shorten(analysis)}; it must be what analyze or solve returns"
        )
    solution = analysis.solution if isinstance(analysis, Analysis) else analysis
    if solution.position != position:
        raise ArgumentError(
            f"the analysis is of {_where(solution.position)}, the picture of {_where(position)}"
        )
    moves = analysis.moves if isinstance(analysis, Analysis) else ()
    return solution, {position.game.index(move.move): move for move in moves}


def _where(position: Position) -> str:
    return f"{shorten(str(position))} in {shorten(position.game.text)}"


def _takers(match: Match) -> dict[int, int]:
    """Return who took each item, by making the moves again."""
    takers: dict[int, int] = {}
    before = match.beginning
    for move in match.moves:
        takers[match.position.game.index(move)] = before.to_move
        before = before.play(move)
    return takers


def _owners(
    game: Game, match: Match | None, given: Sequence[Letter | None] | None
) -> tuple[int | None, ...]:
    if given is None and match is not None:
        return match.owners
    count = len(game.score.regions) if isinstance(game.score, Regions) else 0
    if given is None:
        return (None,) * count
    if isinstance(given, str) or not isinstance(given, Sequence) or len(given) != count:
        raise ArgumentError(
            f"owners is {shorten(given)}; it must be a list of 'A', 'B' or None for each of the "
            f"{count} regions of {shorten(game.text)}"
        )
    for k, letter in enumerate(given):
        if letter not in ("A", "B", None):
            raise ArgumentError(
                f"the owner of region {k} is {shorten(letter)}; it must be 'A', 'B' or None"
            )
    return tuple(None if letter is None else "AB".index(letter) for letter in given)


def _last(position: Position, move: int | str | None) -> int | None:
    if move is None:
        return None
    index = position.game.index(move)
    if not position.mask >> index & 1:
        raise ArgumentError(f"last_move is {shorten(plain_int(move))}, an item that is not taken")
    return index


def _steps(match: Match, line: str | Iterable[int | str] | None) -> dict[int, tuple[int, int]]:
    if line is None:
        return {}
    if not isinstance(line, Iterable):
        raise ArgumentError(f"line is {shorten(line)}; it must be a text or a list of moves")
    steps: dict[int, tuple[int, int]] = {}
    for k, move in enumerate(SEPARATED.findall(line) if isinstance(line, str) else line, 1):
        try:
            index = match.position.legal_index(move)
            steps[index] = k, match.to_move
            match = match.play(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {k} of the line: {error}") from None
    return steps


def free_items(position: Position) -> list[int]:
    """Return the indices of the free items."""
    return list(bits(position.game.all & ~position.mask))
