"""What this machine has: free memory and usable cores, as containers see them."""

from __future__ import annotations

import os
import re
from numbers import Real
from pathlib import Path

from .errors import (
    ArgumentError,
    MemoryLimitError,
    as_integer,
    is_integer,
    plain_int,
    shorten,
)

__all__ = [
    "TimeIsUpError",
    "check_limits",
    "check_memory",
    "free_memory",
    "parse_size",
    "show_size",
    "usable_cores",
]

SMALL = 64 << 20  # bytes anybody has; asking the system takes longer than using them
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)
CGROUPS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    (
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        "/sys/fs/cgroup/memory/memory.usage_in_bytes",
    ),
)


def usable_cores() -> int:
    """Return the number of cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def free_memory() -> int:
    """Return the bytes of memory free for this process: the machine's or its container's."""
    candidates = []
    try:
        found = re.search(r"MemAvailable:\s*(\d+) kB", Path("/proc/meminfo").read_text())
        if found:
            candidates.append(int(found[1]) << 10)
    except OSError:
        candidates.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)
    for limit, usage in CGROUPS:
        try:
            most = Path(limit).read_text().strip()
            used = int(Path(usage).read_text())
        except (OSError, ValueError):
            continue
        if most.isdecimal():
            candidates.append(max(0, int(most) - used))
    return min(candidates)


def check_memory(what: str, needed: int, limit: int | None = None) -> None:
    """Raise `MemoryLimitError` if `what` needs more bytes than the limit or than are free.

    Without a limit, up to 64 MiB are taken without asking.
    """
    if limit is None and needed <= SMALL:
        return
    free = free_memory()
    allowed = free if limit is None else min(limit, free)
    if needed > allowed:
        source = "are free" if allowed == free else "are allowed"
        raise MemoryLimitError(
            f"{what} needs {show_size(needed)} of memory, but {show_size(allowed)} {source}; "
            "start from a position with fewer free items"
            + ("" if allowed == free else " or raise the memory limit")
        )


def show_size(size: int) -> str:
    """Return a number of bytes for people.

    >>> show_size(3 << 29), show_size(100)
    ('1.5 GiB', '100 bytes')
    """
    if size < 1 << 10:
        return f"{size} bytes"
    for unit, scale in (("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40)):
        if size < 1 << (scale + 10):
            return f"{size / (1 << scale):.3g} {unit}"
    return f"2^{size.bit_length() - 1} bytes"


def parse_size(text: str) -> int:
    """Return the bytes of a size such as `8G`, `512MiB` or `1000000`.

    >>> parse_size("1.5G")
    1610612736
    """
    found = SIZE.fullmatch(text.strip())
    if found is None:
        raise ArgumentError(
            f"{shorten(text)} is not a size; write bytes or a number with K, M, G or T"
        )
    try:
        return int(float(found[1]) * UNITS[found[2].upper()])
    except OverflowError:
        raise ArgumentError(f"{shorten(text)} is more than any memory") from None


class TimeIsUpError(Exception):
    """The time limit has passed; whoever set it turns this into bounds."""


def check_limits(
    threads: int | None = None,
    memory_limit: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> None:
    """Raise `ArgumentError` for a limit that makes no sense."""
    if threads is not None:
        as_integer("threads", threads, low=1)
    if node_limit is not None:
        as_integer("node_limit", node_limit, low=1)
    if memory_limit is not None:
        size = plain_int(memory_limit)
        if not is_integer(size) or size < 0:
            raise ArgumentError(
                f"memory_limit is {shorten(memory_limit)}; it is a number of bytes, >= 0"
            )
    if time_limit is not None and not (isinstance(time_limit, Real) and time_limit > 0):
        raise ArgumentError(f"time_limit is {shorten(time_limit)}; it is a number of seconds, > 0")
