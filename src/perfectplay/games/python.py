"""Games made by a function of the user's own: `python:module:function`.

The function takes no arguments and returns a `Game` or a `GameSpec`. The module is looked for where
Python looks, and then in the current directory. Its code is run, so such a text must come from
somebody who may run code here.
"""

from __future__ import annotations

import dataclasses
import importlib
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from ..errors import NotationError, closest, shorten
from ..game import Game, GameSpec
from ..score import Region, Regions
from .family import Family, spec_of

__all__ = ["PYTHON", "example"]


def example() -> Game:
    """Return a game of three items, where the last two and the first two are a point each.

    >>> from perfectplay import solve
    >>> solve("python:perfectplay.games.python:example").value
    -2
    """
    return GameSpec(3, Regions((Region(0b011), Region(0b110)))).validate()


def _build(argument: str, keys: Mapping[str, str]) -> GameSpec:
    module, colon, name = argument.partition(":")
    names = [*module.split("."), name]
    if not colon or not all(word.isidentifier() for word in names):
        raise NotationError(
            f"{shorten(argument)} is not MODULE:FUNCTION, such as mygames:board, where mygames.py "
            "has a function board() that returns a Game"
        )
    text = f"python:{argument}"
    with _here():
        made = _call(text, module, name)
    spec = spec_of(made)
    if spec is None:
        raise NotationError(f"{text} returned {shorten(made)}; it must return a Game or a GameSpec")
    return dataclasses.replace(spec, text=text)


def _call(text: str, module: str, name: str) -> object:
    """Import the module and call the function; `NotationError` says what failed, and where."""
    try:
        home = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module}.".startswith(f"{error.name}."):
            raise NotationError(f"{text}: there is no module {error.name!r}") from None
        raise _failed(text, error) from error
    except (Exception, SystemExit) as error:
        raise _failed(text, error) from error
    function = getattr(home, name, None)
    if function is None:
        own = [
            word
            for word, value in vars(home).items()
            if callable(value) and getattr(value, "__module__", None) == module
        ]
        hint = closest(name, own) if own else "it has none of its own"
        raise NotationError(f"{text}: {module} has no function {name!r}: {hint}")
    if not callable(function):
        raise NotationError(f"{text}: {name} is {shorten(function)}, which is no function")
    try:
        made: object = function()
    except (Exception, SystemExit) as error:
        raise _failed(text, error) from error
    return made


def _failed(text: str, error: BaseException) -> NotationError:
    import traceback

    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename != __file__]
    frames = [f for f in frames if not f.filename.startswith("<frozen importlib")]
    where = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    said = f": {error}" if str(error) else ""
    return NotationError(f"{text} failed{where}: {type(error).__name__}{said}")


@contextmanager
def _here() -> Iterator[None]:
    """Let modules be found in the current directory, after all other places."""
    here = os.getcwd()
    if here in sys.path or "" in sys.path:
        yield
        return
    sys.path.append(here)
    try:
        yield
    finally:
        if here in sys.path:
            sys.path.remove(here)


PYTHON = Family(
    name="python",
    summary="a game made by a Python function, which returns a Game or a GameSpec",
    usage="python:MODULE:FUNCTION",
    example="python:perfectplay.games.python:example",
    build=_build,
)
