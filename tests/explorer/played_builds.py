"""Builds that stand for real ones, run in workers."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from schedules.core.errors import ShapeError

# Names the file that tells of a build that hangs.
HANGING = "HANGING_BUILD"
# Longer than any test waits.
FOREVER_S = 3600
# The extent of a shape whose build hangs.
SLOW = 640


def hang() -> None:
    if HANGING in os.environ:
        Path(os.environ[HANGING]).touch()
    time.sleep(FOREVER_S)


def echo(query):
    """Answers with the query, or behaves as its step or its architecture says."""
    behaviour = query.get("step") or query.get("arch", "")
    if behaviour == "hang":
        hang()
    if behaviour == "linger":
        time.sleep(1.0)
    if behaviour == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if behaviour == "eat":
        return {"eaten": len(bytearray(64 * 2**30))}
    if behaviour == "wrong":
        raise ZeroDivisionError("division by zero")
    if behaviour == "refuse":
        raise ShapeError("does not fit")
    return {"query": query}


def slowly(query):
    """A real build that hangs at one size."""
    # Loads TVM, which the other builds need not.
    from schedules.explorer.queries import perform

    if query.get("shape", [0])[0] == SLOW:
        hang()
    return perform(query)


def uncounted(query):
    """A real build whose costs take too long to count, unless they are asked for."""
    from schedules.explorer import overview, queries

    overview.within = lambda seconds, make, what="": {"problem": f"no {what} within {seconds} s"}
    return queries.perform(query)


def wait_for(file: Path) -> None:
    """Until a build hangs."""
    while not file.exists():
        time.sleep(0.01)
