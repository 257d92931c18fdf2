"""Reading a game from JSON, with errors that say which entry is wrong and what would be right."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, BinaryIO

from ..checks import MAX_ITEMS, MAX_NUMBER
from ..errors import NotationError, closest, is_integer, shorten
from ..game import GameSpec, Objective, TurnRule
from ..score import Score, mask_of

__all__ = ["COMMON", "Form", "as_object", "load", "open_file", "parse_json", "read_text"]

MAX_BYTES = 1 << 28  # of a file: far more than a game that can be solved needs
MAX_DIGITS = 600  # of a number: Python reads this many whatever its settings
NAMES: dict[type, str] = {int: "integers", str: "texts", dict: "objects", list: "lists"}
COMMON = ("turn", "objective", "start", "numbered_from")


def load(family: str, argument: str) -> tuple[dict[str, Any], str]:
    """Return the JSON object of a file or of a text starting with `{`, and the game's text form."""
    if argument.startswith("{"):
        data, _ = parse_json(argument)
        return data, f"{family}:{json.dumps(data, separators=(',', ':'))}"
    return as_object(read_text(argument), argument), f"{family}:{argument}"


def read_text(file: str) -> str:
    """Return what a text file holds; `NotationError` if that is too much, or no text."""
    with open_file(file) as stream:
        content = stream.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise NotationError(f"{file} has more than {MAX_BYTES} bytes, too many for a game")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotationError(f"{file} is not a text file") from None


def as_object(text: str, file: str) -> dict[str, Any]:
    """Return the JSON object that a file holds; `NotationError` if it holds none."""
    data, _ = parse_json(text, file)
    if not isinstance(data, dict):
        raise NotationError(f"{file} is {shorten(data)}; a game is a JSON object")
    return data


def open_file(name: str) -> BinaryIO:
    """Open a file; `OSError` if that fails, `NotationError` for what can be no file's name."""
    try:
        return open(name, "rb")
    except ValueError:  # a zero byte, or half of a character
        raise NotationError(f"{shorten(name)} cannot be the name of a file") from None


def parse_json(text: str, file: str | None = None) -> tuple[Any, int]:
    """Return the data of a JSON text and where it ends; with a file's name, all is to be JSON.

    >>> parse_json('{"items":2},turn=bonus')
    ({'items': 2}, 11)
    """
    where = file or "the JSON"
    try:
        if file is None:
            data, end = DECODER.raw_decode(text)
            json.dumps(data)  # some that can just be read are nested too deeply to be written
        else:
            data, end = DECODER.decode(text), len(text)
    except json.JSONDecodeError as error:
        at = f"{file}, line {error.lineno}, column {error.colno}"
        raise NotationError(
            f"{at if file else f'bad JSON at character {error.pos + 1}'}: {error.msg}"
        ) from None
    except RecursionError:
        raise NotationError(
            f"{where} is nested too deeply; a game is an object of numbers, texts and lists"
        ) from None
    return data, end


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise NotationError(
            f"the number {shorten(digits)} is too long; at most {MAX_DIGITS} digits"
        )
    return int(digits)


DECODER = json.JSONDecoder(parse_int=_integer)


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
        self.names: dict[str, int] = {}
        self.count = 0
        self.first = self.integer("numbered_from", first, MAX_NUMBER)

    def integer(self, key: str, default: int, high: int | None = None) -> int:
        """Return an integer >= 0, or in 0..high."""
        value = self.data.get(key, default)
        if not is_integer(value) or value < 0 or (high is not None and value > high):
            span = ">= 0" if high is None else f"in 0..{high}"
            raise NotationError(
                f"{self.where}: {key} is {shorten(value)}; it must be an integer {span}"
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
        items: int | list[str]
        if isinstance(self.data["items"], list):
            items = self.list_of("items", str)
            self.count = len(items)
            self.names = {name: index for index, name in enumerate(items)}
        else:
            self.count = items = self.integer("items", 0)
        if self.count > MAX_ITEMS:
            raise NotationError(
                f"{self.where}: {shorten(self.count)} items; at most {MAX_ITEMS} are possible"
            )
        return items

    def indices(self, entries: list[int | str], where: str) -> list[int]:
        """Return the indices of items given by number or name."""
        found: dict[int, None] = {}  # in their order
        for entry in entries:
            if isinstance(entry, str):
                if entry not in self.names:
                    raise NotationError(f"{where}: there is no item named {shorten(entry)}")
                index = self.names[entry]
            else:
                index = entry - self.first
            if not 0 <= index < self.count:
                raise NotationError(
                    f"{where}: item {shorten(entry)} is outside "
                    f"{self.first}..{self.first + self.count - 1}"
                )
            if index in found:
                raise NotationError(f"{where}: item {shorten(entry)} is listed twice")
            found[index] = None
        return list(found)

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
