"""Errors on stderr: an internal error in one line, a long error in its first lines.

`--traceback` adds the traceback of an internal error, `--verbose` the remaining lines of an error.
"""

from __future__ import annotations

import traceback as tracebacks

import click

from gpusim.errors import UserError

# EX_SOFTWARE of sysexits.h.
INTERNAL_ERROR = 70
TRACEBACK, VERBOSE = "--traceback", "--verbose"
# Lines of an error that are printed without --verbose: where, the source line, the cause.
SHOWN_LINES = 3

# Which of these options are on the command line.
_asked: set[str] = set()


def take_options(words: list[str]) -> list[str]:
    """The arguments without --traceback and --verbose, which may be anywhere before `--`."""
    end = words.index("--") if "--" in words else len(words)
    _asked.clear()
    _asked.update({TRACEBACK, VERBOSE} & set(words[:end]))
    return [word for word in words[:end] if word not in _asked] + words[end:]


def shown(error: str) -> str:
    """An error's text; with --verbose all lines, for example the IR that TVM prints."""
    lines = error.splitlines()
    if VERBOSE in _asked or len(lines) <= SHOWN_LINES + 1:
        return error
    hidden = len(lines) - SHOWN_LINES
    return "\n".join([*lines[:SHOWN_LINES], f"({VERBOSE} prints {hidden} more lines)"])


def internal_error(what: str, error: Exception) -> tuple[str, str]:
    """An exception as one line that names `what` was processed, and its traceback."""
    message = str(error).strip().partition("\n")[0]
    named = f"{what}: " if what else ""
    line = f"{named}internal error: {type(error).__name__}: {message}"
    return line, "".join(tracebacks.format_exception(error))


def print_failure(what: str, error: Exception) -> int:
    """Print the error of one of several tasks; returns the exit status of the command."""
    if not isinstance(error, UserError):
        print_crash(*internal_error(what, error))
        return INTERNAL_ERROR
    named = f"{what}: " if what else ""
    click.echo(f"schedules: {named}{shown(str(error))}", err=True)
    return 1


def print_crash(line: str, traceback: str, program: str = "schedules") -> None:
    """Print an internal error on stderr."""
    if TRACEBACK in _asked:
        click.echo(traceback, err=True, nl=False)
    hint = "" if TRACEBACK in _asked else f" ({TRACEBACK} shows where)"
    click.echo(f"{program}: {line}{hint}", err=True)
