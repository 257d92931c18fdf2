"""The compiled core of perfectplay; private, see perfectplay.table."""

import enum
from collections.abc import Callable, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

class Turn(enum.Enum):
    BONUS = 0

    ALTERNATE = 1

class Objective(enum.Enum):
    MOST = 0

    FEWEST = 1

    LAST = 2

class Table:
    def __init__(self, items: int, bytes: int) -> None: ...
    def value(self, taken: int) -> int: ...
    def solve_regions(
        self,
        turn: Turn,
        objective: Objective,
        threads: int,
        tick: Callable,
        masks: Sequence[int],
        weights: Sequence[int],
    ) -> bool: ...
    def solve_gems(
        self,
        turn: Turn,
        objective: Objective,
        threads: int,
        tick: Callable,
        melt: int,
        cooker: Sequence[int],
        bags: Sequence[Sequence[int]],
    ) -> bool: ...
    def solve_function(
        self,
        turn: Turn,
        objective: Objective,
        threads: int,
        tick: Callable,
        points: Annotated[
            NDArray[numpy.int16], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> bool: ...
