"""The command line: `perfectplay solve`, `draw`, `play`, `judge` and the others.

Results go to stdout, messages and progress to stderr. Exit codes: 0 done, 1 bad input (for `judge`:
any case that could not be answered, also because it hit a limit) or no stdout to write to, 2 wrong
usage, 3 a limit was hit, 130 interrupted.

This module imports nothing before it can answer Ctrl-C; `command` has the rest.
"""

import sys

__all__ = ["main", "run"]

INTERRUPTED = 130


def main() -> None:
    """Run the command line and exit with its code."""
    code = run(sys.argv[1:])
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # nothing is left for an exception to stop
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run the command line on these arguments and return the exit code."""
    try:
        from .interrupts import interrupts_wait

        with interrupts_wait():
            from .command import answer
        return answer(arguments)
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print("perfectplay: interrupted", file=sys.stderr)
        return INTERRUPTED
