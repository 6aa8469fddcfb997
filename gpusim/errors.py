"""Errors caused by the input or the environment, and the exit code each ends a program with."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UserError(Exception):
    """Bad input, said in one line with a way out. Ends the program with exit code 2."""

    exit_code = 2


class NoTool(UserError):
    """A tool that is missing or not allowed here. Ends the program with exit code 3."""

    exit_code = 3


class NoCompiler(UserError):
    """Machine code that is asked for where the wheels that make it are not installed."""


def nearest(kind: str, name: str, known: Iterable[str], *, listed: bool = False) -> UserError:
    """An error for an unknown `name` that suggests the nearest of the `known` names.

    `listed` names all of them beside the nearest one.
    """
    known = list(known)
    lowered = {k.lower(): k for k in known}
    close = difflib.get_close_matches(name.lower(), lowered, n=1, cutoff=0.5)
    hint = f"did you mean {lowered[close[0]]!r}?" if close else "known: " + ", ".join(known)
    if close and listed:
        hint += " Known: " + ", ".join(known)
    return UserError(f"unknown {kind} {name!r}: {hint}")
