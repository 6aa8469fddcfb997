"""A program of verbs: a module of a package each, loaded when it is asked for."""

from __future__ import annotations

import errno
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from ..errors import UserError, nearest


class Verbs(click.Group):
    """The commands of a package: those of its modules that define `command`, named after these.

    Unknown ones get the nearest name, and their output may end early.
    """

    def __init__(self, *args, package: str, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.package = package

    def modules(self) -> set[str]:
        path = importlib.import_module(self.package).__path__
        return {info.name for info in pkgutil.iter_modules(path)}

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.modules():
            return None
        return getattr(importlib.import_module(f"{self.package}.{name}"), "command", None)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in sorted(self.modules()) if self.get_command(ctx, name)]

    def invoke(self, ctx: click.Context):
        """Exit code 0 where the reader (head, less) has seen enough: click's own would be 1."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except OSError as error:
            if error.errno not in (errno.EPIPE, errno.ENOSPC) or error.filename is not None:
                raise
            # What is left in the buffer would fail once more at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if error.errno == errno.EPIPE:
                sys.exit(0)
            raise UserError(f"cannot write the output: {error.strerror}") from None

    def resolve_command(self, ctx: click.Context, args: list[str]):
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise nearest("command", args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)


def run_command(
    command: click.Command,
    name: str,
    arguments: Sequence[str] | None = None,
    interrupted: str = "interrupted",
    invoked_as: str | None = None,
) -> NoReturn:
    """Run a program's command; every expected error is one line on stderr and an exit code."""

    def end(text: str, code: int) -> NoReturn:
        click.echo(f"{name}: {text}", err=True)
        sys.exit(code)

    if sys.stdout is None:
        # Closed by whoever called: what would be printed is nobody's, what is written is wanted.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  until the end
    try:
        status = command.main(arguments, prog_name=invoked_as or name, standalone_mode=False)
    except UserError as error:
        end(str(error), error.exit_code)
    except MemoryError:
        end("this takes more memory than there is; a smaller --shape takes less", 2)
    except click.ClickException as error:
        end(error.format_message(), 2)
    except (click.Abort, KeyboardInterrupt):
        end(interrupted, 130)
    sys.exit(status if isinstance(status, int) else 0)
