"""Graphs from edge lists, from GraphML and from `networkx`.

An edge list has two names a line, `ground` is the ground, and a `#` begins a comment:

    a b          # a string between coin a and coin b
    b ground

Coins are numbered in the order in which they are named; if their names are just 0, 1, 2..., they
keep these numbers.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Any

from ..checks import MAX_ITEMS
from ..errors import NotationError, PerfectplayError, shorten
from .graph import GROUND
from .graphsheet import Sheet

__all__ = ["is_networkx", "read_edges", "read_graphml", "sheet_of"]

COMMENT = re.compile(r"(?:^|(?<=\s))#.*")


def read_edges(text: str, file: str) -> Sheet:
    """Return the graph of an edge list; `NotationError` naming the line that is none.

    >>> read_edges("a b  # one\\n\\nb ground\\n", "x.txt").coins
    ('a', 'b')
    """
    strings: list[list[str]] = []
    rows = []
    for row, line in enumerate(text.splitlines(), 1):
        words = COMMENT.sub("", line).split()
        if not words:
            continue
        if len(words) != 2:
            raise NotationError(
                f"{file}, line {row}: {shorten(line.strip())} is not two names, such as a b or "
                f"a {GROUND}"
            )
        if len(strings) == MAX_ITEMS:
            raise NotationError(f"{file}, line {row}: at most {MAX_ITEMS} strings are possible")
        strings.append(words)
        rows.append(row)
    if not strings:
        raise NotationError(f"{file} has no strings; write two names a line, such as a b")
    names = dict.fromkeys(name for ends in strings for name in ends)
    return Sheet(_coins(names), strings, rows=rows)


def read_graphml(text: str, file: str) -> Sheet:
    """Return the graph of a GraphML document, strings sorted by their ends.

    Raises `NotationError` for a document that is none, `PerfectplayError` without networkx.
    """
    try:
        import networkx  # type: ignore[import-untyped]
    except ImportError:
        raise PerfectplayError(
            f"{file} looks like GraphML, which needs networkx: pip install 'perfectplay[graphs]'"
        ) from None
    try:
        graph = networkx.parse_graphml(text)
    except Exception as error:  # of many kinds, also from the XML parser
        raise NotationError(f"{file} is not GraphML: {error or type(error).__name__}") from error
    return sheet_of(graph)


def is_networkx(value: object) -> bool:
    """Return whether a value is a graph of networkx, without importing it."""
    networkx: Any = sys.modules.get("networkx")
    return networkx is not None and isinstance(value, networkx.Graph)


def sheet_of(graph: Any) -> Sheet:
    """Return a graph of networkx, strings sorted by their ends.

    Every edge is a string, whatever its direction; the node `ground` is the ground. Nodes may have
    the attributes `weight`, and `pos` or `x` and `y`; the position counts if all coins have one.
    """
    coins = {str(node): data for node, data in graph.nodes(data=True) if str(node) != GROUND}
    names = [str(node) for node in graph.nodes if str(node) != GROUND]
    places = {name: _place(data) for name, data in coins.items()}
    return Sheet(
        _coins(names),
        [(str(one), str(other)) for one, other in graph.edges()],
        weights={name: data["weight"] for name, data in coins.items() if "weight" in data},
        places=None if None in places.values() else places,
        in_order=True,
    )


def _place(data: dict[str, Any]) -> Any:
    if "pos" in data:
        return data["pos"]
    return (data["x"], data["y"]) if "x" in data and "y" in data else None


def _coins(names: Iterable[str]) -> int | tuple[str, ...]:
    coins = tuple(name for name in names if name != GROUND)
    return len(coins) if set(coins) == set(map(str, range(len(coins)))) else coins
