"""Families of games that other installed packages add.

A package adds a family by an entry point of the group `perfectplay.families`, whose name is the
family's and whose object is a `Family`. In its pyproject.toml:

    [project.entry-points."perfectplay.families"]
    hex = "my_package:HEX"

Entry points are looked up only when a name is no family of perfectplay itself, or when all families
are listed. One that cannot be loaded is never fatal; it keeps its name and says what is wrong.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import NotationError, PerfectplayError, shorten
from ..game import GameSpec
from .family import Family, spec_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["GROUP", "Plugin", "plugins"]

GROUP = "perfectplay.families"
Build = Callable[[str, Mapping[str, str]], GameSpec]


@dataclass(frozen=True, slots=True)
class Plugin:
    """A family that another package offers.

    Attributes:
        name: the name of the entry point.
        package: the package it comes from, with its version.
        family: the family, or None if it cannot be used.
        problem: why it cannot be used; empty if it can.
    """

    name: str
    package: str
    family: Family | None
    problem: str = ""

    def __str__(self) -> str:
        return f"family {self.name} of {self.package}" + (self.problem and f": {self.problem}")


def plugins(builtin: Collection[str], name: str | None = None) -> tuple[Plugin, ...]:
    """Return the families of other packages, or those of one name, usable or not, by name.

    `builtin` are the names that perfectplay itself has, which no plugin can take.
    """
    from importlib.metadata import entry_points

    points = entry_points(group=GROUP) if name is None else entry_points(group=GROUP, name=name)
    found: dict[str, Plugin] = {}
    for point in sorted(points, key=lambda point: (point.name, _package(point))):
        plugin = _plugin(point, builtin)
        if (other := found.get(point.name)) is not None:
            if other.package == plugin.package:
                continue  # the same installation seen twice on the path
            both = f"{other.package} and {plugin.package}"
            plugin = Plugin(point.name, both, None, "both packages have a family of this name")
        found[point.name] = plugin
    return tuple(found.values())


def _plugin(point: EntryPoint, builtin: Collection[str]) -> Plugin:
    package = _package(point)
    if point.name in builtin:
        return Plugin(point.name, package, None, "perfectplay itself has a family of this name")
    try:
        family = point.load()
        problem = _problem(point.name, family)
    except (Exception, SystemExit) as error:
        return Plugin(point.name, package, None, f"{type(error).__name__}: {error}")
    if problem:
        return Plugin(point.name, package, None, problem)
    label = f"family {point.name} of {package}"
    return Plugin(
        point.name, package, dataclasses.replace(family, build=_guarded(family.build, label))
    )


def _package(point: EntryPoint) -> str:
    if point.dist is None:
        return "an unknown package"
    return f"{point.dist.name} {point.dist.version}"


def _problem(name: str, family: object) -> str:
    if not isinstance(family, Family):
        return f"its object is {shorten(family)}; it must be a perfectplay.games.Family"
    if family.name != name:
        return f"its family is called {shorten(family.name)}; it must have the entry point's name"
    texts = (family.summary, family.usage, family.example, *family.keys)
    if not all(isinstance(text, str) for text in texts) or not callable(family.build):
        return "its summary, usage, example and keys must be texts, and its build a function"
    return ""


def _guarded(build: Build, label: str) -> Build:
    """Return a `build` whose own faults are errors that say whose they are."""

    def guarded(argument: str, keys: Mapping[str, str]) -> GameSpec:
        try:
            made = build(argument, keys)
        except (PerfectplayError, OSError):
            raise
        except Exception as error:
            raise NotationError(f"{label} failed: {type(error).__name__}: {error}") from error
        spec = spec_of(made)
        if spec is None:
            raise NotationError(f"{label} made {shorten(made)}; it must make a GameSpec")
        return spec

    return guarded
