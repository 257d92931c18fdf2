"""Subtraction games forward: heaps a second on one core, beside plain Python and NumPy.

    python benchmarks/subtraction/bench_forward.py [--runs 5] [--survey 60]

The values of every set are checked against the peers for as many heaps as these do in a moment, and
against the proven period for all. Times are processor seconds of this process, the best of several
runs: the machine may be busy with other things. Both sides make arrays or bytes, not texts.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time

import forward_peers as peers
import numpy as np

from perfectplay import SubtractionGame
from perfectplay.subtraction import read_survey, verify, write_survey
from perfectplay.subtraction.certificates import Certificate
from perfectplay.subtraction.sieve import lost_bits, nim_bytes

SMALL = [
    (1,),
    (1, 3, 4),
    (2, 3, 7),
    (5, 8, 11, 19, 20, 33, 47, 61),
    (7, 17, 22, 32, 39),  # period 34,461
    (6, 23, 27, 44, 50),  # period 394,814
    (20, 31, 44, 57, 63),
]
FIVE = [(1, 3, 4, 6, 7), (3, 5, 9, 11, 33), (6, 23, 27, 44, 50), (20, 31, 44, 57, 63)]
PEER_HEAPS = 300_000
TABLE_TO_60 = "e5c3bc939c807ec165b9a9866458e1fbaace0c74163450c6059cdab0b1d02e16"  # sha256


def best(runs: int, work: Callable[[], object]) -> float:
    """The least processor time of several runs."""
    times = []
    for _ in range(runs):
        began = process_time()
        work()
        times.append(process_time() - began)
    return min(times)


def rate(runs: int, heaps: int, work: Callable[[], object]) -> str:
    return f"{heaps / best(runs, work) / 1e6:10.1f} M/s"


def proof(game: SubtractionGame, nim: bool) -> Certificate:
    found = (game.nim_period() if nim else game.outcome_period()).certificate
    assert found is not None
    verify(found)
    return found


def expected_sum(certificate: Certificate, heaps: int) -> int:
    """The sum of the values of the first heaps, by the period."""
    start, period = certificate.periodicity.preperiod, certificate.periodicity.period
    times, rest = divmod(heaps - start, period)
    once = certificate.values[start : start + period]
    return sum(certificate.values[:start]) + times * sum(once) + sum(once[:rest])


def small_sets(runs: int) -> None:
    heaps = 1 << 30
    print(f"outcomes as bits, 2^30 heaps (peers: {PEER_HEAPS} heaps)")
    for takes in SMALL:
        game = SubtractionGame(takes)
        bits = np.frombuffer(lost_bits(game.takes, heaps), np.uint64)
        lost = int(np.bitwise_count(bits).sum())
        assert lost == heaps - expected_sum(proof(game, False), heaps)
        first = np.unpackbits(bits[: PEER_HEAPS // 64].view(np.uint8), bitorder="little")
        known = bytes(first[: PEER_HEAPS // 64 * 64])
        blocks = peers.outcomes_by_blocks
        for peer in (peers.outcomes_by_register, peers.outcomes_by_loop, blocks):
            assert bytes(peer(takes, len(known))) == known, peer
        del bits
        core = rate(runs, heaps, lambda game=game: lost_bits(game.takes, heaps))  # type: ignore[misc]
        by = [
            rate(1, PEER_HEAPS, lambda peer=peer, takes=takes: peer(takes, PEER_HEAPS))  # type: ignore[misc]
            for peer in (peers.outcomes_by_register, peers.outcomes_by_loop, blocks)
        ]
        print(f"  {game.takes!s:24}{core}   Python, register {by[0]}, loop {by[1]}; NumPy {by[2]}")


def many_takes(runs: int) -> None:
    rng = random.Random(6)
    takes = sorted(rng.sample(range(1, 1_000_001), 1000))
    heaps, few = 100_000_000, 3_000_000
    game = SubtractionGame(takes)
    bits = np.frombuffer(lost_bits(game.takes, heaps), np.uint8)
    known = np.unpackbits(bits[: few // 8], bitorder="little").astype(bool)
    assert (peers.outcomes_by_marks(takes, few) == known).all()
    seconds = best(min(runs, 3), lambda: lost_bits(game.takes, heaps))
    numpy = rate(1, few, lambda: peers.outcomes_by_marks(takes, few))
    print(
        f"outcomes, 1,000 takes up to 10^6, 10^8 heaps: {seconds:.2f} s,"
        f" {heaps / seconds / 1e6:.0f} M/s; NumPy {numpy}"
    )


def five_takes(runs: int) -> None:
    heaps = 1 << 27
    print(f"nim-values as bytes, 2^27 heaps (peers: {PEER_HEAPS} heaps)")
    for takes in FIVE:
        game = SubtractionGame(takes)
        values = np.frombuffer(nim_bytes(game.takes, heaps), np.uint8)
        assert int(values.sum(dtype=np.int64)) == expected_sum(proof(game, True), heaps)
        known = values[:PEER_HEAPS].tolist()
        assert peers.nim_by_sets(takes, PEER_HEAPS) == known
        assert peers.nim_by_masks(takes, PEER_HEAPS) == known
        assert peers.nim_by_blocks(takes, PEER_HEAPS).tolist() == known
        del values
        core = rate(runs, heaps, lambda game=game: nim_bytes(game.takes, heaps))  # type: ignore[misc]
        by = [
            rate(1, PEER_HEAPS, lambda peer=peer, takes=takes: peer(takes, PEER_HEAPS))  # type: ignore[misc]
            for peer in (peers.nim_by_sets, peers.nim_by_masks, peers.nim_by_blocks)
        ]
        print(f"  {game.takes!s:24}{core}   Python, sets {by[0]}, masks {by[1]}; NumPy {by[2]}")


def long_periods() -> None:
    print("periods, with their proofs checked")
    for takes in ((7, 17, 22, 32, 39), (6, 23, 27, 44, 50)):
        for nim in (False, True):
            began = process_time()
            found = proof(SubtractionGame(takes), nim)
            what = "nim-values" if nim else "outcomes"
            print(f"  {what} of {takes}: {found.periodicity}, {process_time() - began:.3f} s")


def squares(runs: int) -> None:
    game = SubtractionGame("squares")
    heaps = 10_000_001
    assert len(game.p_positions(heaps)) == 69_489
    seconds = best(min(runs, 3), lambda: game.p_positions(heaps))
    print(f"lost heaps of subtract-a-square up to 10^7: 69,489, {seconds:.2f} s")


def check_laws(takes: Sequence[int], outcome_period: int, nim: tuple[int, int]) -> None:
    """What is known, or conjectured, of three takes (Flammenkamp 1997, and a, b, a + b)."""
    a, b, c = takes
    assert nim[1] % outcome_period == 0
    if c == a + b:
        t = b % (2 * a)
        assert nim == (0, a * (2 * b + t) // math.gcd(a, t) if t <= a else 2 * b + 2 * a - t)
    else:
        sums = (a + b, a + c, b + c, 2 * a, 2 * b, 2 * c)
        assert any(total % outcome_period == 0 for total in sums)


def three_takes(bound: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "survey.csv"
        began = process_time()
        rows = write_survey(path, bound)
        seconds = process_time() - began
        assert rows == math.comb(bound, 3)
        latest = longest = (0, (0, 0, 0))
        for row in read_survey(path):
            known = (row.outcome_period, row.nim_preperiod, row.nim_period)
            assert row.outcome_period is not None
            assert row.nim_preperiod is not None
            assert row.nim_period is not None, known
            check_laws(row.takes, row.outcome_period, (row.nim_preperiod, row.nim_period))
            latest = max(latest, (row.nim_preperiod, row.takes))
            longest = max(longest, (row.nim_period, row.takes))
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        assert bound != 60 or digest == TABLE_TO_60
    print(
        f"survey of {rows} sets of three takes up to {bound}: {seconds:.1f} s, all certified, all"
        f" as the laws say\n  largest preperiod of nim-values {latest[0]} {latest[1]}, largest"
        f" period {longest[0]} {longest[1]}\n  sha256 of the table {digest}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--survey", type=int, default=60, help="bound of the three takes")
    options = parser.parse_args()
    small_sets(options.runs)
    many_takes(options.runs)
    five_takes(options.runs)
    long_periods()
    squares(options.runs)
    three_takes(options.survey)


if __name__ == "__main__":
    main()
