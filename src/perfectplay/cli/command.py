"""Running the command line: what goes where, and which exit code it ends with."""

from __future__ import annotations

import sys
import warnings

import click

from .. import __version__
from ..errors import CheckpointWarning, MemoryLimitError, PerfectplayError
from . import INTERRUPTED
from .group import Commands
from .streams import OutputError, guarded_streams

__all__ = ["answer"]

BAD_INPUT, LIMIT = 1, 3


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
      perfectplay draw petersen --values -o petersen.svg
      perfectplay play dots-and-boxes:3x3
      perfectplay judge hdu4778 input.txt
      perfectplay generate uva11587 --kind ties --answers answers.txt
      perfectplay games
    """


def answer(arguments: list[str]) -> int:
    """Run the command line on these arguments and return the exit code."""
    with guarded_streams() as has_output:
        if not has_output:
            return _say("standard output is closed, so there is nowhere to answer", BAD_INPUT)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("always", CheckpointWarning)
                warnings.showwarning = lambda message, *_, **__: click.echo(
                    f"perfectplay: warning: {message}", err=True
                )
                code = cli.main(arguments, prog_name="perfectplay", standalone_mode=False)
            sys.stdout.flush()
            return code if isinstance(code, int) else 0
        except click.exceptions.Exit as done:
            return done.exit_code
        except click.ClickException as error:
            error.show()
            return error.exit_code
        except (click.Abort, KeyboardInterrupt):
            return _say("interrupted", INTERRUPTED)
        except (MemoryLimitError, MemoryError) as error:
            return _say(_memory_message(error), LIMIT)
        except (OutputError, PerfectplayError) as error:
            return _say(str(error), BAD_INPUT)
        except OSError as error:
            where = f"{error.filename}: " if error.filename is not None else ""
            return _say(f"{where}{(error.strerror or str(error)).lower()}", BAD_INPUT)


def _memory_message(error: MemoryError) -> str:
    if isinstance(error, MemoryLimitError):
        return str(error)
    return f"this needs more memory than the system gives ({error or 'none left'})"


def _say(message: str, code: int) -> int:
    """Print one line to stderr and return the exit code."""
    click.echo(f"perfectplay: {' '.join(message.split())}", err=True)
    return code
