"""Nimbers: which nim-heap a position equals when whoever cannot move loses (Nimstring).

Under the bonus rule, where completing a region keeps the turn, a position without completing moves
has the least number that none of its options has, loony options aside. With completing moves it has
the number x if all of them lead to the same x and no other move does; otherwise it is *loony*: who
is to move wins, whatever nim-heaps or other games are played beside it. Where every item is taken,
the nimber is 0. Points count nothing here, only whether there are any.

Under the alternating rule the players just take turns, so that the nimber is the parity of the
items left.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Literal, TypeAlias

from . import _core
from .game import Game, TurnRule
from .position import Position
from .progress import OnProgress
from .score import Region, Regions
from .solver import as_position
from .table import Table, filled_table

__all__ = ["LOONY", "Nimber", "NimberTable", "nimber", "nimbers", "tabulate_nimbers"]

LOONY: Literal["loony"] = "loony"
Nimber: TypeAlias = int | Literal["loony"]


class NimberTable:
    """The nimbers of all positions above one, made by `tabulate_nimbers`.

    Attributes:
        base: the position the table starts from; it knows all positions with more items taken.
        seconds, setup_seconds: how long solving took, and everything before it.

    The methods raise `KeyError` for positions not above `base`.

    >>> from perfectplay import parse_game, tabulate_nimbers
    >>> table = tabulate_nimbers(parse_game("dots-and-boxes:1x2"))
    >>> table
    <NimberTable of 128 positions above '' in dots-and-boxes:1x2>
    >>> table.nimber(0b0001111), table.nimbers(0b0001111)
    (1, {4: 'loony', 5: 0, 6: 'loony'})
    """

    __slots__ = ("_table", "base", "seconds", "setup_seconds")

    def __init__(self, base: Position, table: Table | None) -> None:
        self.base = base
        self.seconds = 0.0 if table is None else table.seconds
        self.setup_seconds = 0.0 if table is None else table.setup_seconds
        self._table = table  # none is needed where the players just take turns

    def __repr__(self) -> str:
        return (
            f"<NimberTable of {1 << len(self.base.moves)} positions above {str(self.base)!r} "
            f"in {self.base.game}>"
        )

    def nimber(self, position: Position | int) -> Nimber:
        """Return the nimber of a position, or of a mask of items taken, or `"loony"`."""
        mask = position if isinstance(position, int) else position.mask
        if self._table is not None:
            found = self._table.value(mask)
            return LOONY if found == _core.LOONY else found
        if self.base.mask & ~mask or mask >> len(self.base.game):
            raise KeyError(f"mask {mask:#x} is not above {str(self.base)!r}")
        return (self.base.game.all & ~mask).bit_count() % 2

    def nimbers(self, position: Position | int) -> dict[int, Nimber]:
        """Return the nimber each move of a position leads to, by the number of the item."""
        game = self.base.game
        mask = position if isinstance(position, int) else position.mask
        self.nimber(mask)  # refuses masks of other positions
        return {
            move: self.nimber(mask | 1 << game.index(move)) for move in Position(game, mask).moves
        }


def nimber(
    game: Game | str,
    position: Position | str | Iterable[int | str] | None = None,
    *,
    threads: int | None = None,
    memory_limit: int | None = None,
    time_limit: float | None = None,
    on_progress: OnProgress | None = None,
) -> Nimber | None:
    """Return the nimber of a position, `"loony"` if it has none; None if time ran out.

    The nimber is that of Nimstring: who completes a region moves on, under the bonus rule, and who
    cannot move loses. What the game's own objective is makes no difference, nor do points.

    Arguments:
        game: a game, or its text form.
        position: a position, its text, or the items taken; by default the start of the game.
        threads: how many to use; by default all usable cores, or one for a small table.
        memory_limit: bytes; by default what the machine has free. It takes about one for each of
            the 2^n positions above this one, fewer where items are alike.
        time_limit: seconds.
        on_progress: called now and then with a `Progress`.

    Raises `MemoryLimitError` when the table does not fit the limit, `ArgumentError` for a limit
    that makes no sense, and what `parse_game` and `Position.parse` raise for texts.

    Source: Berlekamp, Conway and Guy, Winning Ways for your Mathematical Plays, chapter 16.

    >>> from perfectplay import nimber
    >>> nimber("dots-and-boxes:3x3"), nimber("dots-and-boxes:1x2", "0 1 2 3 4")
    (2, 'loony')
    """
    asked = as_position(game, position)
    table = tabulate_nimbers(
        asked.game,
        asked,
        threads=threads,
        memory_limit=memory_limit,
        time_limit=time_limit,
        on_progress=on_progress,
    )
    return None if table is None else table.nimber(asked)


def nimbers(
    game: Game | str,
    position: Position | str | Iterable[int | str] | None = None,
    *,
    threads: int | None = None,
    memory_limit: int | None = None,
    time_limit: float | None = None,
    on_progress: OnProgress | None = None,
) -> dict[int, Nimber] | None:
    """Return the nimber each move of a position leads to, by its number; None if time ran out.

    A move that completes a region keeps the turn, so that its nimber is for the same player.
    Arguments and errors as for `nimber`.

    >>> from perfectplay import nimbers
    >>> nimbers("dots-and-boxes:1x2", "0 1 2 3")
    {4: 'loony', 5: 0, 6: 'loony'}
    """
    asked = as_position(game, position)
    table = tabulate_nimbers(
        asked.game,
        asked,
        threads=threads,
        memory_limit=memory_limit,
        time_limit=time_limit,
        on_progress=on_progress,
    )
    return None if table is None else table.nimbers(asked)


def tabulate_nimbers(
    game: Game,
    position: Position | None = None,
    *,
    threads: int | None = None,
    memory_limit: int | None = None,
    time_limit: float | None = None,
    on_progress: OnProgress | None = None,
    path: str | None = None,
    count_alike: bool = True,
) -> NimberTable | None:
    """Return the nimbers of all positions above one (default: the start), None if time ran out.

    Arguments and errors as for `tabulate`.

    >>> from perfectplay import parse_game, tabulate_nimbers
    >>> table = tabulate_nimbers(parse_game("triangles:2"))
    >>> table.nimber(0), table.nimbers(0b000000011)
    (1, {3: 1, 4: 2, 5: 'loony', 6: 2, 7: 'loony', 8: 2, 9: 2})
    """
    base = position if position is not None else Position.start(game)
    if game.turn is TurnRule.ALTERNATE:
        return NimberTable(base, None)
    table = filled_table(
        _without_weights(base),
        lambda core, cores, tick: core.solve_nimbers(cores, tick),
        threads=threads,
        memory_limit=memory_limit,
        time_limit=time_limit,
        on_progress=on_progress,
        path=path,
        count_alike=count_alike,
    )
    return None if table is None else NimberTable(base, table)


def _without_weights(position: Position) -> Position:
    """Return the position in the game where regions count 1: it takes fewer bytes to tabulate."""
    game = position.game
    if not isinstance(game.score, Regions):
        return position
    masks = {region.mask for region in game.score.regions}
    score = Regions(tuple(Region(mask) for mask in sorted(masks)))
    return Position(dataclasses.replace(game, score=score, given_text=None), position.mask)
