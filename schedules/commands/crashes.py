"""An exception in this program: one line, exit code 70, and its traceback if that is asked for."""

from __future__ import annotations

import traceback as tracebacks

import click

# EX_SOFTWARE of sysexits.h.
INTERNAL_ERROR = 70
OPTION = "--traceback"

# Whether --traceback stands on the command line.
_asked: list[str] = []


def take_option(words: list[str]) -> list[str]:
    """The words without --traceback, which may stand anywhere before `--`."""
    end = words.index("--") if "--" in words else len(words)
    _asked[:] = [word for word in words[:end] if word == OPTION]
    return [word for word in words[:end] if word != OPTION] + words[end:]


def internal_error(what: str, error: Exception) -> tuple[str, str]:
    """An exception as one line that names `what` was looked at, and its traceback."""
    message = str(error).strip().partition("\n")[0]
    named = f"{what}: " if what else ""
    line = f"{named}internal error: {type(error).__name__}: {message}"
    return line, "".join(tracebacks.format_exception(error))


def print_crash(line: str, traceback: str, program: str = "schedules") -> None:
    """Print an internal error on stderr."""
    if _asked:
        click.echo(traceback, err=True, nl=False)
    click.echo(f"{program}: {line}{'' if _asked else f' ({OPTION} shows where)'}", err=True)
