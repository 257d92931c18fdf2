"""The compiled core of perfectplay; private, see perfectplay.table."""

from collections.abc import Callable, Sequence
import enum
from typing import Annotated, overload

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

def regions_table(items: int, masks: Sequence[int], weights: Sequence[int], settings: Settings) -> Table: ...

def gems_table(items: int, melt: int, cooker: Sequence[int], bags: Sequence[Sequence[int]], settings: Settings) -> Table: ...

def function_table(items: int, points: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], settings: Settings) -> Table: ...

def heap_bits(takes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], tick: Callable[[int], bool]) -> bool: ...

def heap_letters(takes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], tick: Callable[[int], bool]) -> bool: ...

@overload
def heap_values(takes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], tick: Callable[[int], bool]) -> bool: ...

@overload
def heap_values(takes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu')], tick: Callable[[int], bool]) -> bool: ...

@overload
def heap_values(takes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], tick: Callable[[int], bool]) -> bool: ...

class HeapRecord:
    def __init__(self, takes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], nim: bool) -> None: ...

    @property
    def heaps(self) -> int: ...

    @property
    def layers(self) -> int: ...

    def grow(self, heaps: int, tick: Callable[[int], bool]) -> bool: ...

    def period(self, tick: Callable[[int], bool]) -> tuple[int, int] | None: ...

    @overload
    def values(self, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    @overload
    def values(self, out: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

class AllBut:
    def __init__(self, excluded: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def heaps(self) -> int: ...

    def grow(self, heaps: int, tick: Callable[[int], bool]) -> bool: ...

    def period(self, tick: Callable[[int], bool]) -> tuple[int, int, int, int] | None: ...

    def values(self, out: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]) -> None: ...
