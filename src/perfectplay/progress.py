"""How far a solver has come, as `on_progress` is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["OnProgress", "Progress"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a solver has come.

    Attributes:
        engine: which one it is.
        done: positions solved, or nodes looked at by the search.
        total: how many positions there are to solve; None for the search, which cannot know.
        bounds: what the search has proven of the value so far, for the player to move; else None.
        fill: how much of its table the search has filled, 0 to 1; else None.

    >>> from perfectplay import solve
    >>> seen = []
    >>> _ = solve("dots-and-boxes:2x2", engine="table", on_progress=seen.append)
    >>> seen[-1].done == seen[-1].total
    True
    """

    engine: str
    done: int
    total: int | None = None
    bounds: tuple[int, int] | None = None
    fill: float | None = None


OnProgress = Callable[[Progress], None]
