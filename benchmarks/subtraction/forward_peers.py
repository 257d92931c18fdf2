"""Outcomes and nim-values of subtraction games without the core: plain Python, and NumPy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def outcomes_by_register(takes: Sequence[int], heaps: int) -> bytearray:
    """Say 1 for each of the first heaps that is lost; an integer has the heaps ahead that are won.

    From a lost heap on, the low bits of the register that are 1 are won heaps; the next is lost.
    """
    lost = bytearray(heaps)
    reached = sum(1 << (take - 1) for take in takes)
    pending = heap = 0
    while heap < heaps:
        lost[heap] = 1
        pending |= reached
        wins = (~pending & (pending + 1)).bit_length()
        pending >>= wins
        heap += wins
    return lost


def outcomes_by_loop(takes: Sequence[int], heaps: int) -> bytearray:
    """The same by the definition: a heap is lost if no take leads to a lost one."""
    lost = bytearray(heaps)
    for heap in range(heaps):
        lost[heap] = not any(lost[heap - take] for take in takes if take <= heap)
    return lost


def outcomes_by_blocks(takes: Sequence[int], heaps: int) -> NDArray[np.bool_]:
    """The same with NumPy, as many heaps at a time as the least take: their options are known."""
    largest, least = max(takes), min(takes)
    lost = np.zeros(largest + heaps, bool)  # no heap below 0 is lost
    for heap in range(largest, largest + heaps, least):
        end = min(heap + least, largest + heaps)
        won = np.zeros(end - heap, bool)
        for take in takes:
            won |= lost[heap - take : end - take]
        lost[heap:end] = ~won
    return lost[largest:]


def outcomes_by_marks(takes: Sequence[int], heaps: int) -> NDArray[np.bool_]:
    """The same with NumPy: each lost heap marks the heaps a take above it; for many large takes."""
    reach = np.array(sorted(takes))
    won = np.zeros(heaps + int(reach[-1]) + 1, bool)
    lost = np.zeros(heaps, bool)
    heap, look = 0, 1 << 12
    while heap < heaps:
        lost[heap] = True
        won[heap + reach] = True
        heap += 1
        while heap < heaps and (ahead := won[heap : heap + look]).all():
            heap += len(ahead)
        if heap < heaps:
            heap += int(won[heap : heap + look].argmin())
    return lost


def nim_by_sets(takes: Sequence[int], heaps: int) -> list[int]:
    """Nim-values by the definition: the least value that no option has."""
    values: list[int] = []
    for heap in range(heaps):
        seen = {values[heap - take] for take in takes if take <= heap}
        value = 0
        while value in seen:
            value += 1
        values.append(value)
    return values


def nim_by_masks(takes: Sequence[int], heaps: int) -> list[int]:
    """The same with a bit for each value: the lowest bit that no option has."""
    largest = max(takes)
    bits = [0] * largest  # no heap below 0 has a value
    for heap in range(largest, largest + heaps):
        seen = 0
        for take in takes:
            seen |= bits[heap - take]
        bits.append(~seen & (seen + 1))
    return [bit.bit_length() - 1 for bit in bits[largest:]]


def nim_by_blocks(takes: Sequence[int], heaps: int) -> NDArray[np.uint8]:
    """The same with NumPy, as many heaps at a time as the least take; up to seven takes."""
    largest, least = max(takes), min(takes)
    bits = np.zeros(largest + heaps, np.uint8)
    for heap in range(largest, largest + heaps, least):
        end = min(heap + least, largest + heaps)
        seen = np.zeros(end - heap, np.uint8)
        for take in takes:
            seen |= bits[heap - take : end - take]
        bits[heap:end] = ~seen & (seen + 1)
    values: NDArray[np.uint8] = np.bitwise_count(bits[largest:] - np.uint8(1))
    return values
