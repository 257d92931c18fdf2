"""`perfectplay judge FORMAT FILE` against the peers of the format: same bytes first, then times."""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path

from peers import Pairs, Peer, ProgramError, run, time_pairs


def judge_command(judge: str, file: Path) -> list[str]:
    """The installed command of this interpreter's environment, or the package as a module."""
    script = shutil.which("perfectplay", path=str(Path(sys.executable).parent))
    start = [script] if script else [sys.executable, "-m", "perfectplay"]
    return [*start, "judge", judge, str(file)]


def parse_options(description: str, *, cases: int, seed: int) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--cases", type=int, default=cases, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=seed, help="default: %(default)s")
    parser.add_argument("--runs", type=int, default=5, help="pairs a peer; default: %(default)s")
    options = parser.parse_args()
    if options.cases < 1 or options.runs < 1:
        parser.error("--cases and --runs must be at least 1")
    return options


def compare(judge: str, peers: Sequence[Peer], text: str, *, runs: int) -> None:
    """Print the table of one contest file, or leave with the reason why there is none."""
    contest = text.encode("ascii")
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / f"{judge}.in"
        file.write_bytes(contest)
        command = judge_command(judge, file)
        try:
            expected = same_output(command, peers, contest)
            rows = [
                (peer.name, time_pairs(command, peer, contest, expected=expected, runs=runs))
                for peer in peers
            ]
        except ProgramError as error:
            sys.exit(f"error: {error}")
    print(f"{len(expected.splitlines())} answers, identical bytes from all programs")
    print(table(rows, runs))


def same_output(command: Sequence[str], peers: Sequence[Peer], contest: bytes) -> bytes:
    """What all programs print, or an error that shows the first line where they differ."""
    ours = run(command).stdout
    for peer in peers:
        theirs = run(peer, contest).stdout
        if theirs == ours:
            continue
        lines = zip_longest(ours.splitlines(True), theirs.splitlines(True), fillvalue=b"")
        number, (a, b) = next((n, pair) for n, pair in enumerate(lines, 1) if pair[0] != pair[1])
        raise ProgramError(f"line {number}: perfectplay printed {a!r}, {peer.name} {b!r}")
    return ours


def table(rows: Sequence[tuple[str, Pairs]], runs: int) -> str:
    """Medians side by side; `times` is the peer's median divided by ours."""
    lines = [
        f"median seconds of whole processes, {runs} interleaved pairs a peer",
        f"{'peer':<24}{'perfectplay':>12}{'peer':>10}{'times':>8}   pair by pair: min median max",
    ]
    for name, pairs in rows:
        ours, theirs = pairs.medians
        low, middle, high = pairs.spread
        lines.append(
            f"{name:<24}{ours:>12.3f}{theirs:>10.3f}{pairs.ratio:>8.2f}"
            f"   {low:.2f} {middle:.2f} {high:.2f}"
        )
    return "\n".join(lines)
