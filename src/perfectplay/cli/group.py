"""The group of commands."""

from __future__ import annotations

from importlib import import_module
from typing import ClassVar

import click

from ..errors import closest
from .interrupts import interrupts_wait

__all__ = ["Commands"]

HOMES = {
    "games": ".solving",
    "solve": ".solving",
    "analyze": ".solving",
    "draw": ".drawing",
    "judge": ".judging",
    "play": ".playing",
    "generate": ".setting",
    "check": ".setting",
    "subtraction": ".subtraction",
}


class Commands(click.Group):
    """The commands, each imported when it is first needed; a wrong name gets the nearest one."""

    homes: ClassVar[dict[str, str]] = HOMES

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name; None if there is none."""
        if cmd_name not in self.homes:
            return None
        with interrupts_wait():
            home = import_module(self.homes[cmd_name], __package__)
        command = getattr(home, f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command as click does, or fail with the nearest name."""
        if args and not args[0].startswith("-") and args[0] not in self.homes:
            raise click.UsageError(f"no command {args[0]!r}: {closest(args[0], self.homes)}", ctx)
        return super().resolve_command(ctx, args)
