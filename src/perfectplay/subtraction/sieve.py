"""The first heaps of a game in normal play, straight from the compiled core.

Sequences are bytes from heap 0 on, at least as many entries as asked for. Memory is checked before
it is taken, Ctrl-C and `on_progress` get their turn every 50 ms.
"""

from __future__ import annotations

from array import array

from .. import _core
from ..errors import MemoryLimitError, shorten
from ..limits import SMALL, free_memory, show_size
from .periods import OnProgress, lost_of_all_but, ticker
from .takes import AllButTakes, Takes

__all__ = ["letters", "lost_bits", "nim_bytes"]

MOST_HEAPS = 1 << 40
NARROW = 255  # takes; nim-values are at most as large as there are takes


def letters(takes: Takes, heaps: int, on_progress: OnProgress | None = None) -> bytes:
    """Return `L` or `W` for each of the first heaps."""
    _check_room("outcomes", heaps, 2 * heaps)
    if isinstance(takes, AllButTakes):
        text = bytearray(b"W") * heaps
        for heap in lost_of_all_but(takes):
            text[heap : heap + 1] = b"L" if heap < heaps else b""
        return bytes(text)
    found = _core.heap_letters(takes.up_to(heaps - 1), heaps, ticker(on_progress, heaps))
    assert found is not None
    return found


def lost_bits(takes: Takes, heaps: int, on_progress: OnProgress | None = None) -> bytes:
    """Return a bit for each of the first heaps, from the lowest of the first byte on: 1 is L."""
    _check_room("outcomes", heaps, heaps // 8)
    if isinstance(takes, AllButTakes):
        bits = bytearray(-(-heaps // 64) * 8)
        for heap in lost_of_all_but(takes):
            if heap < heaps:
                bits[heap // 8] |= 1 << heap % 8
        return bytes(bits)
    found = _core.heap_bits(takes.up_to(heaps - 1), heaps, ticker(on_progress, heaps))
    assert found is not None
    return found


def nim_bytes(
    takes: Takes, heaps: int, on_progress: OnProgress | None = None
) -> bytes | array[int]:
    """Return the nim-values of the first heaps: bytes, or an array of four bytes each."""
    if isinstance(takes, AllButTakes):
        _check_room("nim-values", heaps, 20 * heaps)
        core = _core.AllBut([take for take in takes.excluded if take < heaps])
        core.grow(heaps, ticker(on_progress, heaps))
        return array("I", core.values(heaps))
    usable = takes.up_to(heaps - 1)
    wide = len(usable) > NARROW
    needed = 8 * heaps if wide else heaps
    _check_room("nim-values", heaps, needed)
    room = free_memory() - needed if wide else 1 << 60  # a byte of values has 256 at most
    try:
        found = _core.heap_values(usable, heaps, wide, max(0, room), ticker(on_progress, heaps))
    except MemoryError:
        raise MemoryLimitError(
            f"the nim-values of {heaps} heaps with {len(usable)} takes need more memory than the"
            f" {show_size(free_memory())} that are free; ask for fewer heaps"
        ) from None
    assert found is not None
    return array("I", found) if wide else found


def _check_room(what: str, heaps: int, needed: int) -> None:
    """Raise `MemoryLimitError` if this is more than any machine or this one can hold."""
    if needed <= SMALL:
        return
    free = free_memory()
    if needed > free or heaps > MOST_HEAPS:
        raise MemoryLimitError(
            f"the {what} of {shorten(heaps)} heaps need {show_size(needed)} of memory, and"
            f" {show_size(free)} are free; ask for fewer heaps, or for a single one"
        )
