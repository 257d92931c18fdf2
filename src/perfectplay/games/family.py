"""What a family of games is: a name, how its text form looks, and how to build one from it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..errors import NotationError, closest, shorten
from ..game import GameSpec, Objective, TurnRule

__all__ = ["Family", "choice", "with_rules"]


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games.

    `build(argument, keys)` gets the text between the colon and the first key, and the keys the
    family knows (`turn` and `objective` are common to all and taken care of elsewhere).
    """

    name: str
    summary: str
    usage: str
    example: str
    build: Callable[[str, Mapping[str, str]], GameSpec]
    keys: tuple[str, ...] = ()


def choice(keys: Mapping[str, str], key: str, allowed: tuple[str, ...]) -> str:
    """Return the value of a key, by default the first one allowed; `NotationError` for others."""
    value = keys.get(key, allowed[0])
    if value not in allowed:
        raise NotationError(f"no {key} {shorten(value)}: {closest(value, allowed)}")
    return value


def with_rules(spec: GameSpec, turn: TurnRule | None, objective: Objective | None) -> GameSpec:
    """Return the specification with other rules, said in its text too; None leaves a rule."""
    text = spec.text
    if text is not None and turn is not None and turn is not spec.turn:
        text += f",turn={turn.value}"
    if text is not None and objective is not None and objective is not spec.objective:
        text += f",objective={objective.value}"
    return dataclasses.replace(
        spec, turn=turn or spec.turn, objective=objective or spec.objective, text=text
    )
