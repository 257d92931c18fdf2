"""Brick Game (UVa 11587): `perfectplay judge` and `infer` against the published enumeration.

    python benchmarks/bench_judge_uva11587.py [--cases 3000] [--seed 11587] [--runs 5]

The values shown are the defaults. The strings are outcomes of random sets of elements up to 20, of
1 to 100 heaps; then come 20 strings of 20 wins. Whole processes first; then solving alone, which
for the peer is what its whole process takes longer than for a file without cases.
"""

from collections.abc import Sequence
from time import perf_counter

from cases import MAX_ELEMENT, brick_cases
from judging import compare, parse_options
from peers import UVA11587_ENUMERATION, run

from perfectplay import infer


def main() -> None:
    options = parse_options("time outcome strings of UVa 11587", cases=3000, seed=11587)
    text = brick_cases(options.seed, options.cases, lengths=range(1, 101), hard=0)
    compare("uva11587", [UVA11587_ENUMERATION], text, runs=options.runs)
    print(f"\nseconds of solving alone, the least of {options.runs} runs")
    print(f"{'':<24}{'perfectplay':>12}{'peer':>10}{'times':>8}")
    wins = ["W" * MAX_ELEMENT] * 20
    for name, strings in (("these strings", text.split()[1:]), ("20 strings of 20 wins", wins)):
        ours, theirs = solving(strings, options.runs), solving_by_peer(strings, options.runs)
        print(f"{name:<24}{ours:>12.5f}{theirs:>10.3f}{theirs / ours:>8.0f}")


def solving(strings: Sequence[str], runs: int) -> float:
    """The least time of `infer` for all strings; strings of losses alone are too large for it."""
    solvable = [string for string in strings if "W" in string or len(string) < MAX_ELEMENT]
    times = []
    for _ in range(runs):
        start = perf_counter()
        for string in solvable:
            infer(string, max_take=MAX_ELEMENT)
        times.append(perf_counter() - start)
    return min(times)


def solving_by_peer(strings: Sequence[str], runs: int) -> float:
    """The least time of the peer for all strings, less that for none."""
    text = "\n".join([str(len(strings)), *strings, ""]).encode("ascii")
    every, none = (
        min(run(UVA11587_ENUMERATION, file).seconds for _ in range(runs)) for file in (text, b"0\n")
    )
    return every - none


if __name__ == "__main__":
    main()
