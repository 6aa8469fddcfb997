"""Errors caused by the input or the environment, and the exit code each ends a program with."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UserError(Exception):
    """Invalid input, described in one line with a way out. Exit status 2."""

    exit_code = 2


class NoTool(UserError):
    """A tool that is not installed or not permitted here. Exit status 3."""

    exit_code = 3


class NoCompiler(UserError):
    """The wheels that compile CUDA are not installed."""


def nearest(kind: str, name: str, known: Iterable[str], *, listed: bool = False) -> UserError:
    """An error for an unknown `name` that suggests the nearest known name.

    With `listed` it also lists all known names.
    """
    known = list(known)
    lowered = {k.lower(): k for k in known}
    close = difflib.get_close_matches(name.lower(), lowered, n=1, cutoff=0.5)
    hint = f"did you mean {lowered[close[0]]!r}?" if close else "known: " + ", ".join(known)
    if close and listed:
        hint += " Known: " + ", ".join(known)
    return UserError(f"unknown {kind} {name!r}: {hint}")
