"""The command line: `perfectplay games`, `solve`, `analyze` and `judge`.

Results go to stdout, messages and progress to stderr. Exit codes: 0 done, 1 bad input, 2 wrong
usage, 3 a limit was hit, 130 interrupted.
"""

from __future__ import annotations

import os
import sys

import click

from .. import __version__
from ..errors import MemoryLimitError, PerfectplayError
from .group import Commands, OutputClosedError

__all__ = ["main"]

BAD_INPUT, USAGE, LIMIT, INTERRUPTED = 1, 2, 3, 130


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Try `perfectplay COMMAND --help` for the options of a command.",
)
@click.version_option(__version__, message="perfectplay %(version)s")
def cli() -> None:
    """Play small two-player games perfectly: exact values, all best moves, lines of play.

    \b
    Examples:
      perfectplay solve dots-and-boxes:3x3
      perfectplay analyze triangles:3 --position "4 5 6 7 8"
      perfectplay judge hdu4778 input.txt
      perfectplay games
    """


def main() -> None:
    """Run the command line and exit with its code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command line on these arguments and return the exit code."""
    try:
        code = cli.main(arguments, prog_name="perfectplay", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _say("interrupted", INTERRUPTED)
    except OutputClosedError:
        # whatever is still buffered has nowhere to go, and must not fail again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _say("standard output was closed before the end of the output", BAD_INPUT)
    except MemoryLimitError as error:
        return _say(str(error), LIMIT)
    except PerfectplayError as error:
        return _say(str(error), BAD_INPUT)
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        return _say(f"{where}{(error.strerror or str(error)).lower()}", BAD_INPUT)


def _say(message: str, code: int) -> int:
    """Print one line to stderr and return the exit code."""
    print(f"perfectplay: {' '.join(message.split())}", file=sys.stderr)
    return code
