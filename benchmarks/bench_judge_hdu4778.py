"""Gems Fight! (HDU 4778): `perfectplay judge` against the two published algorithms.

    python benchmarks/bench_judge_hdu4778.py [--cases 20] [--seed 4778] [--runs 5]

The values shown are the defaults.
"""

from cases import gems_cases
from judging import compare, parse_options
from peers import HDU4778_BOTTOM_UP, HDU4778_MEMOISED


def main() -> None:
    options = parse_options("time full-size games of HDU 4778", cases=20, seed=4778)
    compare(
        "hdu4778",
        [HDU4778_BOTTOM_UP, HDU4778_MEMOISED],
        gems_cases(options.seed, options.cases),
        runs=options.runs,
    )


if __name__ == "__main__":
    main()
