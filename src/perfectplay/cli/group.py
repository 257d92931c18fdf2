"""The group of commands."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click

from ..errors import closest

__all__ = ["Commands", "OutputClosedError"]

HOMES = {"games": ".solving", "solve": ".solving", "analyze": ".solving", "judge": ".judging"}


class OutputClosedError(Exception):
    """Whoever read stdout has gone, as in `| head -1`."""


class Commands(click.Group):
    """The commands, each imported when it is first needed; a wrong name gets the nearest one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(HOMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name; None if there is none."""
        if cmd_name not in HOMES:
            return None
        command = getattr(import_module(HOMES[cmd_name], __package__), f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command as click does, but let the caller say what a closed pipe means."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise OutputClosedError from None
        return result

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command as click does, or fail with the nearest name."""
        if args and not args[0].startswith("-") and args[0] not in HOMES:
            raise click.UsageError(f"no command {args[0]!r}: {closest(args[0], HOMES)}", ctx)
        return super().resolve_command(ctx, args)
