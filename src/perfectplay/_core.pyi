"""The compiled core of perfectplay; private, see perfectplay.table."""

from collections.abc import Callable, Sequence
import enum
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

def path_names() -> list[str]: ...

def table_bytes(items: int, bytes: int) -> int: ...

MAX_ITEMS: int = 40

MAX_COLOURS: int = 64

class Table:
    def __init__(self, items: int, bytes: int, path: str) -> None: ...

    def value(self, taken: int) -> int: ...

    def prepare(self, with_points: bool, threads: int, tick: Callable[[int], bool]) -> bool: ...

    def solve_regions(self, turn: Turn, objective: Objective, threads: int, tick: Callable[[int], bool], masks: Sequence[int], weights: Sequence[int]) -> bool: ...

    def solve_gems(self, turn: Turn, objective: Objective, threads: int, tick: Callable[[int], bool], melt: int, cooker: Sequence[int], bags: Sequence[Sequence[int]]) -> bool: ...

    def solve_function(self, turn: Turn, objective: Objective, threads: int, tick: Callable[[int], bool], points: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bool: ...
