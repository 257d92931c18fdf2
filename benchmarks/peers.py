"""Speed peers: build them, run whole processes, time two programs in interleaved pairs.

The standard library has the clock and the median (`timeit` times one thing at a time), and
pytest-benchmark groups rounds by function. On a machine that others use the two sides of a ratio
must be timed in turn, A B A B ..., which is the little that stands here.
"""

import hashlib
import os
import platform
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

SOURCES = Path(__file__).with_name("peers")


class ProgramError(RuntimeError):
    """A program could not be built or started, failed, or printed another answer."""


class OutOfTimeError(ProgramError):
    """A program was stopped because it took longer than it was given."""

    def __init__(self, program: str, seconds: float) -> None:
        super().__init__(f"{program} did not finish in {seconds:g} s")
        self.seconds = seconds


@dataclass(frozen=True)
class Peer:
    """A published algorithm as a C++ program of one file in `peers/`."""

    name: str
    flags: tuple[str, ...] = ("-O2",)
    arguments: tuple[str, ...] = ()

    @property
    def source(self) -> Path:
        return SOURCES / f"{self.name}.cpp"


HDU4778_BOTTOM_UP = Peer("hdu4778_bottom_up")
HDU4778_MEMOISED = Peer("hdu4778_memoised")
UVA11587_ENUMERATION = Peer("uva11587_enumeration")


def boxes_divide_and_conquer(rows: int, columns: int) -> Peer:
    """The full-table peer for boards of `rows` x `columns` boxes."""
    return Peer("boxes_divide_and_conquer", ("-O3", "-march=native"), (str(rows), str(columns)))


def boxes_alpha_beta(rows: int, columns: int, log2_entries: int) -> Peer:
    """The published search for boards of `rows` x `columns` boxes."""
    arguments = (str(rows), str(columns), str(log2_entries))
    return Peer("boxes_alpha_beta", ("-O3", "-march=native"), arguments)


Program = Peer | Sequence[str]
"""A peer, or the command line of any other program."""


class Run(NamedTuple):
    """A whole process: its wall-clock seconds, start-up included, and what it printed."""

    seconds: float
    stdout: bytes


@dataclass(frozen=True)
class Pairs:
    """Seconds of two programs run in turn; ratios say how many times longer `second` took."""

    first: tuple[float, ...]
    second: tuple[float, ...]

    @property
    def medians(self) -> tuple[float, float]:
        return median(self.first), median(self.second)

    @property
    def ratio(self) -> float:
        """The ratio of the medians."""
        first, second = self.medians
        return second / first

    @property
    def spread(self) -> tuple[float, float, float]:
        """The least, median and greatest ratio, pair by pair."""
        ratios = [b / a for a, b in zip(self.first, self.second, strict=True)]
        return min(ratios), median(ratios), max(ratios)


def build(peer: Peer) -> Path:
    """The compiled peer, from the cache unless its source, compiler or machine changed."""
    compiler = [*shlex.split(os.environ.get("CXX", "c++")), "-std=c++20", *peer.flags]
    version = _output([compiler[0], "--version"])
    machine = f"{platform.node()} {platform.machine()}".encode()  # for -march=native
    parts = (peer.source.read_bytes(), shlex.join(compiler).encode(), version, machine)
    key = hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]
    cache = _cache_directory()
    binary = cache / f"{peer.name}-{key}{'.exe' if sys.platform == 'win32' else ''}"
    if not binary.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            fresh = Path(scratch) / binary.name
            _output([*compiler, str(peer.source), "-o", str(fresh)])
            fresh.replace(binary)
    return binary


def run(program: Program, stdin: bytes = b"", *, timeout: float | None = None) -> Run:
    """Run a whole process once; a peer is built before the clock starts."""
    command = command_of(program)
    start = perf_counter()
    stdout = _output(command, stdin, timeout)
    return Run(perf_counter() - start, stdout)


def command_of(program: Program) -> list[str]:
    if isinstance(program, Peer):
        return [str(build(program)), *program.arguments]
    return list(program)


def time_pairs(
    first: Program, second: Program, stdin: bytes, *, expected: bytes, runs: int
) -> Pairs:
    """Run the two in turn, `runs` times each; every run must print `expected`."""
    commands = command_of(first), command_of(second)

    def seconds(command: Sequence[str]) -> float:
        result = run(command, stdin)
        if result.stdout != expected:
            raise ProgramError(f"{shlex.join(command)} printed another answer than before")
        return result.seconds

    return measure_pairs(lambda: seconds(commands[0]), lambda: seconds(commands[1]), runs=runs)


def measure_pairs(first: Callable[[], float], second: Callable[[], float], *, runs: int) -> Pairs:
    """Call the two in turn, `runs` times each; they return the seconds they measured."""
    pairs = [(first(), second()) for _ in range(runs)]
    return Pairs(*(tuple(side) for side in zip(*pairs, strict=True)))


def _output(command: Sequence[str], stdin: bytes = b"", timeout: float | None = None) -> bytes:
    try:
        done = subprocess.run(
            command, input=stdin, capture_output=True, check=True, timeout=timeout
        )
    except OSError as error:
        raise ProgramError(f"cannot start {command[0]}: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise OutOfTimeError(shlex.join(command), error.timeout) from error
    except subprocess.CalledProcessError as error:
        message = error.stderr.decode(errors="replace").strip()
        raise ProgramError(
            f"{shlex.join(command)} ended with {error.returncode}: {message}"
        ) from error
    return bytes(done.stdout)


def _cache_directory() -> Path:
    """The platform's cache directory of this user."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "perfectplay-benchmarks"
