"""Brick Game (UVa 11587): `perfectplay judge` against the published enumeration.

    python benchmarks/bench_judge_uva11587.py [--cases 200] [--seed 11587] [--runs 5]

The values shown are the defaults.
"""

from cases import brick_cases
from judging import compare, parse_options
from peers import UVA11587_ENUMERATION


def main() -> None:
    options = parse_options("time outcome strings of UVa 11587", cases=200, seed=11587)
    compare(
        "uva11587",
        [UVA11587_ENUMERATION],
        brick_cases(options.seed, options.cases),
        runs=options.runs,
    )


if __name__ == "__main__":
    main()
