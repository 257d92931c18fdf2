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

MAX_ITEMS: int = 62

MAX_COLOURS: int = 256

MAX_REGIONS_OF_ITEM: int = 64

LOONY: int = 127

class Settings:
    def __init__(self, bytes: int, path: str, count_alike: bool) -> None: ...

class Table:
    @property
    def stored(self) -> int: ...

    @property
    def blocks(self) -> int: ...

    @property
    def block_memory(self) -> int: ...

    def value(self, taken: int) -> int: ...

    def values(self, free: Sequence[int], masks: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    def histogram(self, most: int, tick: Callable[[int], bool]) -> list[list[int]]: ...

    def prepare(self, threads: int, tick: Callable[[int], bool]) -> bool: ...

    def solve(self, turn: Turn, objective: Objective, threads: int, tick: Callable[[int], bool]) -> bool: ...

    def solve_nimbers(self, threads: int, tick: Callable[[int], bool]) -> bool: ...

def regions_table(items: int, masks: Sequence[int], weights: Sequence[int], settings: Settings) -> Table: ...

def gems_table(items: int, melt: int, cooker: Sequence[int], bags: Sequence[Sequence[int]], settings: Settings) -> Table: ...

def function_table(items: int, points: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], settings: Settings) -> Table: ...

def technique_names() -> list[str]: ...

class Items:
    def __init__(self, count: int, total: int, turn: Turn, objective: Objective, classes: Sequence[int], symmetries: Sequence[Sequence[int]], bytes: int, most: int, wide: bool, without: Sequence[str]) -> None: ...

class Search:
    def ask(self, free: int, b: int, threads: int, most_nodes: int, tick: Callable[[int], bool]) -> tuple[int, int, int]: ...

    def known(self, free: int) -> tuple[int, int]: ...

    @property
    def fill(self) -> float: ...

    @property
    def entries(self) -> int: ...

    @property
    def memory(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]: ...

def strings_search(ends: Sequence[Sequence[int]], coins: int, symmetries: Sequence[Sequence[int]], bytes: int, most: int, without: Sequence[str]) -> Search: ...

def regions_search(items: Items, masks: Sequence[int], weights: Sequence[int]) -> Search: ...

def gems_search(items: Items, melt: int, cooker: Sequence[int], bags: Sequence[Sequence[int]]) -> Search: ...

def function_search(items: Items, points: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Search: ...
