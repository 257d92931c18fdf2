"""Strings-and-Coins on graphs with names, such as `wheel:5`, `grid:3x4` or `petersen`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import NotationError, shorten
from ..game import GameSpec
from .family import Family, check_lines, choice

if TYPE_CHECKING:
    from .graph import Graph

__all__ = ["NAMED"]

NUMBER = re.compile(r"[1-9][0-9]{0,17}")


@dataclass(frozen=True, slots=True)
class Named:
    """A named graph and its text form.

    Attributes:
        name: what stands before the colon; the function of `catalogue` that makes it has this name
            too, and takes the sizes and the value of the key.
        what: the graph in words.
        lines: how many strings it has, given the same.
        example: a size that is not large; empty if the graph has none.
        size: how the sizes are written.
        least: the least of each size.
        key: the name of a key; empty if there is none.
        values: what the key may be: texts, or all numbers from one on. The first is the default.
    """

    name: str
    what: str
    lines: Callable[..., int]
    example: str = ""
    size: str = "N"
    least: tuple[int, ...] = (1,)
    key: str = ""
    values: tuple[str, ...] | int = ()

    def family(self) -> Family:
        """Return the family of games on these graphs."""
        values = "K" if isinstance(self.values, int) else "|".join(self.values)
        return Family(
            name=self.name,
            summary=f"strings and coins: {self.what}",
            usage=self._text(self.size) + (f"[,{self.key}={values}]" if self.key else ""),
            example=self._text(self.example),
            build=self._build,
            keys=(self.key,) if self.key else (),
            bare=not self.example,
        )

    def _text(self, size: str) -> str:
        return f"{self.name}:{size}" if self.example else self.name

    def _build(self, argument: str, keys: Mapping[str, str]) -> GameSpec:
        given: list[int | str] = list(self._sizes(argument)) if self.example else []
        text = self._text(argument)
        if self.key:
            given.append(value := self._value(keys))
            if value != (self.values[0] if isinstance(self.values, tuple) else self.values):
                text += f",{self.key}={value}"
        lines = self.lines(*given)
        if not lines:
            raise NotationError(f"{text} has no strings; write a larger size")
        check_lines(f"the graph {shorten(text)}", lines)
        from . import catalogue

        graph: Graph = getattr(catalogue, self.name.replace("-", "_"))(*given)
        return graph.spec(text)

    def _sizes(self, argument: str) -> list[int]:
        words = argument.split("x") if len(self.least) > 1 else [argument]
        if len(words) != len(self.least) or not all(map(NUMBER.fullmatch, words)):
            raise NotationError(
                f"size {shorten(argument)} is not {self.size}, such as {self._text(self.example)}"
            )
        sizes = list(map(int, words))
        for size, least in zip(sizes, self.least, strict=True):
            if size < least:
                raise NotationError(f"size {size} is too small; {self.name} begins at {least}")
        return sizes

    def _value(self, keys: Mapping[str, str]) -> int | str:
        if isinstance(self.values, tuple):
            return choice(keys, self.key, self.values)
        word = keys.get(self.key, str(self.values))
        if not NUMBER.fullmatch(word) or int(word) < self.values:
            raise NotationError(f"{self.key} {shorten(word)} is not a number from {self.values} on")
        return int(word)


NAMED: dict[str, Family] = {
    graph.name: graph.family()
    for graph in (
        Named(
            "complete",
            "N coins, every two joined",
            lambda n: n * (n - 1) // 2,
            "5",
            least=(2,),
        ),
        Named(
            "complete-bipartite",
            "M coins, each joined to each of N others",
            lambda m, n: m * n,
            "3x3",
            size="MxN",
            least=(1, 1),
        ),
        Named(
            "wheel",
            "a hub with N spokes to a ring",
            lambda n: 2 * n,
            "5",
            least=(3,),
        ),
        Named(
            "friendship",
            "N triangles, or cycles of K coins, that share a hub",
            lambda n, cycle: n * cycle,
            "3",
            key="cycle",
            values=3,
        ),
        Named(
            "petersen",
            "the Petersen graph",
            lambda: 15,
        ),
        Named(
            "strip",
            "the boxes of a row, N of them; closed: top and sides drawn",
            lambda n, border: 2 * n - 1 if border == "closed" else 3 * n + 1,
            "4",
            key="border",
            values=("open", "closed"),
        ),
        Named(
            "path",
            "N coins in a row",
            lambda n: n - 1,
            "6",
            least=(2,),
        ),
        Named(
            "cycle",
            "N coins in a ring",
            lambda n: n,
            "6",
            least=(3,),
        ),
        Named(
            "star",
            "a hub joined to N coins",
            lambda n: n,
            "5",
        ),
        Named(
            "grid",
            "coins in rows and columns, joined to their neighbours",
            lambda rows, columns: rows * (columns - 1) + columns * (rows - 1),
            "3x3",
            size="ROWSxCOLUMNS",
            least=(1, 1),
        ),
        Named(
            "cube",
            "the corners and edges of a cube",
            lambda: 12,
        ),
        Named(
            "octahedron",
            "the corners and edges of an octahedron",
            lambda: 12,
        ),
        Named(
            "balloon-cycle",
            "N coins in a ring, each with a string to the ground",
            lambda n: 2 * n,
            "5",
            least=(3,),
        ),
        Named(
            "hanging-tree",
            "a hub with N spokes, each ending in a coin with K strings to the ground",
            lambda n, loops: n * (1 + loops),
            "4",
            key="loops",
            values=1,
        ),
    )
}
"""The families of named graphs by name."""
