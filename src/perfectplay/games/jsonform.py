"""Reading a game from JSON, with errors that say which entry is wrong and what would be right."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..errors import NotationError, closest, shorten
from ..game import GameSpec, Objective, TurnRule
from ..score import Score, mask_of

__all__ = ["MAX_ITEMS", "Form", "load"]

MAX_ITEMS = 100_000  # far more than can be solved

NAMES: dict[type, str] = {int: "integers", str: "texts", dict: "objects", list: "lists"}
COMMON = ("turn", "objective", "start", "numbered_from")


def load(family: str, argument: str) -> tuple[dict[str, Any], str]:
    """Return the JSON object of a file or of a text starting with `{`, and the game's text form."""
    inline = argument.startswith("{")
    if inline:
        text, where = argument, "the JSON"
    else:
        with open(argument, encoding="utf-8-sig") as file:
            try:
                text, where = file.read(), argument
            except UnicodeDecodeError:
                raise NotationError(f"{argument} is not a text file") from None
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise NotationError(
            f"{where}, line {error.lineno}, column {error.colno}: {error.msg}"
        ) from None
    except RecursionError:
        raise NotationError(f"{where} is nested too deeply") from None
    if not isinstance(data, dict):
        raise NotationError(f"{where} is {shorten(data)}; a game is a JSON object")
    return data, f"{family}:{json.dumps(data, separators=(',', ':')) if inline else argument}"


class Form:
    """A JSON object with known keys, some required."""

    def __init__(
        self,
        data: Mapping[str, Any],
        where: str,
        required: tuple[str, ...],
        optional: tuple[str, ...] = COMMON,
        first: int = 0,
    ) -> None:
        self.data = data
        self.where = where
        for key in required:
            if key not in data:
                raise NotationError(f"{where}: the key {key!r} is missing")
        for key in data:
            if key not in (*required, *optional):
                raise NotationError(
                    f"{where}: unknown key {key!r}, {closest(key, (*required, *optional))}"
                )
        self.names: list[str] | None = None
        self.count = 0
        self.first = self.integer("numbered_from", first)

    def integer(self, key: str, default: int) -> int:
        """Return an integer >= 0."""
        value = self.data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise NotationError(
                f"{self.where}: {key} is {shorten(value)}; it must be an integer >= 0"
            )
        return value

    def list_of(self, key: str, *kinds: type) -> list[Any]:
        """Return a list whose entries have one of these types (a bool is no integer)."""
        value = self.data.get(key, [])
        names = " or ".join(NAMES[kind] for kind in kinds)
        if not isinstance(value, list):
            raise NotationError(f"{self.where}: {key} is {shorten(value)}; it must be a list")
        for entry in value:
            if not isinstance(entry, kinds) or isinstance(entry, bool):
                raise NotationError(f"{self.where}: {shorten(entry)} in {key}; it holds {names}")
        return value

    def items(self) -> int | list[str]:
        """Return the items: their number, or their names."""
        if isinstance(self.data["items"], list):
            self.names = self.list_of("items", str)
            self.count = len(self.names)
            return self.names
        self.count = self.integer("items", 0)
        if self.count > MAX_ITEMS:
            raise NotationError(
                f"{self.where}: {self.count} items; at most {MAX_ITEMS} are possible"
            )
        return self.count

    def indices(self, entries: list[int | str], where: str) -> list[int]:
        """Return the indices of items given by number or name."""
        found = []
        for entry in entries:
            if isinstance(entry, str) and self.names is not None and entry in self.names:
                index = self.names.index(entry)
            elif isinstance(entry, str):
                raise NotationError(f"{where}: there is no item named {shorten(entry)}")
            else:
                index = entry - self.first
            if not 0 <= index < self.count:
                raise NotationError(
                    f"{where}: item {shorten(entry)} is outside "
                    f"{self.first}..{self.first + self.count - 1}"
                )
            if index in found:
                raise NotationError(f"{where}: item {shorten(entry)} is listed twice")
            found.append(index)
        return found

    def spec(self, items: int | list[str], score: Score, text: str) -> GameSpec:
        """Return the specification with the common keys filled in."""
        rules: dict[str, Any] = {}
        for key, rule in (("turn", TurnRule), ("objective", Objective)):
            allowed = [str(member.value) for member in rule]
            if (value := self.data.get(key, allowed[0])) not in allowed:
                raise NotationError(
                    f"{self.where}: no {key} {shorten(value)}, {closest(str(value), allowed)}"
                )
            rules[key] = rule(value)
        start = mask_of(self.indices(self.list_of("start", int, str), "start"))
        return GameSpec(items, score, start=start, numbered_from=self.first, text=text, **rules)
