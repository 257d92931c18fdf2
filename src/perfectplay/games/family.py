"""What a family of games is: a name, how its text form looks, and how to build one from it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..checks import MAX_ITEMS
from ..errors import ArgumentError, NotationError, closest, shorten
from ..game import Game, GameSpec, Objective, TurnRule

__all__ = ["MAX_SYMMETRIC", "Family", "check_lines", "choice", "spec_of", "with_rules"]

MAX_SYMMETRIC = 1000  # lines: larger boards are never solved, and checking them takes seconds


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games, as `FAMILIES` lists them.

    Attributes:
        name: what stands before the colon of a text form.
        summary: the rules in one line.
        usage: how the text form looks, without the keys `turn` and `objective` common to all.
        example: a text form that `parse_game` reads.
        build: `build(argument, keys)` returns the specification; it gets the text between the colon
            and the first key, and those of `keys` that are given, with their values. It raises
            `NotationError` for those that are wrong.
        keys: the keys the family knows.
        bare: whether there is but one game, whose text form has no size, such as `petersen`;
            `build` gets an empty argument then.

    >>> from perfectplay import FAMILIES
    >>> FAMILIES["triangles"].usage
    'triangles:SIDE[,border=none|drawn]'
    """

    name: str
    summary: str
    usage: str
    example: str
    build: Callable[[str, Mapping[str, str]], GameSpec]
    keys: tuple[str, ...] = ()
    bare: bool = False


def check_lines(board: str, lines: int) -> None:
    """Raise `ArgumentError` for a board of too many lines, before it is built."""
    if lines > MAX_ITEMS:
        raise ArgumentError(
            f"{board} has {shorten(lines)} lines; boards of at most {MAX_ITEMS} are possible"
        )


def choice(keys: Mapping[str, str], key: str, allowed: tuple[str, ...]) -> str:
    """Return the value of a key, by default the first one allowed; `NotationError` for others."""
    value = keys.get(key, allowed[0])
    if value not in allowed:
        raise NotationError(f"no {key} {shorten(value)}: {closest(str(value), allowed)}")
    return value


def with_rules(spec: GameSpec, turn: TurnRule | None, objective: Objective | None) -> GameSpec:
    """Return the specification with other rules, said in its text too; None leaves a rule."""
    text = spec.text
    if text is not None and isinstance(turn, TurnRule) and turn is not spec.turn:
        text += f",turn={turn.value}"
    if text is not None and isinstance(objective, Objective) and objective is not spec.objective:
        text += f",objective={objective.value}"
    return dataclasses.replace(
        spec,
        turn=spec.turn if turn is None else turn,
        objective=spec.objective if objective is None else objective,
        text=text,
    )


def spec_of(game: object) -> GameSpec | None:
    """Return the specification of a game, also if it is one; None for anything else.

    >>> from perfectplay import parse_game
    >>> spec_of(parse_game("triangles:1")).items
    3
    """
    if isinstance(game, GameSpec):
        return game
    if not isinstance(game, Game):
        return None
    count = len(game)
    numbered = game.names == tuple(str(game.number(k)) for k in range(count))
    return GameSpec(
        items=count if numbered else game.names,
        score=game.score,
        turn=game.turn,
        objective=game.objective,
        start=game.start,
        numbered_from=game.numbered_from,
        text=game.given_text,
        symmetries=game.symmetries,
        geometry=game.geometry,
    )
