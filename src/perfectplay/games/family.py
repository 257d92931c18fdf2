"""What a family of games is: a name, how its text form looks, and how to build one from it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..checks import MAX_ITEMS
from ..errors import ArgumentError, NotationError, closest, shorten
from ..game import GameSpec, Objective, TurnRule

__all__ = ["Family", "check_lines", "choice", "with_rules"]


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
