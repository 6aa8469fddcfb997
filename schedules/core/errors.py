"""Errors caused by user input, each with the exit status of the program."""

from __future__ import annotations

import inspect
import linecache
import traceback
from collections.abc import Callable, Iterable

from gpusim.errors import UserError


class UnknownName(UserError):
    """A name that a file does not define."""


class ShapeError(UserError):
    """A shape that a workload or rung does not support."""


class LimitError(UserError):
    """A kernel that needs more resources than its target has."""


class NoKernel(UserError):
    """A schedule that is not a kernel: a block has no loop bound to a block or thread axis."""


class LoweringError(UserError):
    """A schedule that TVM refuses to lower."""


class RungError(UserError):
    """A schedule primitive that TVM refused, with the line that called it."""


class WrongResult(UserError):
    """A kernel that is to be timed computes wrong values. Exit status 1."""

    exit_code = 1


class NoGpu(UserError):
    """A command needs a GPU and there is none. Exit status 3."""

    exit_code = 3


# Loops and indices of TVM's kernels are 32 bits wide.
MOST_EXTENT = 2**31 - 1


def wrong_extent(shape: Iterable[int]) -> str:
    """The reason why an extent of a shape is invalid; '' if it is valid."""
    if any(extent < 1 for extent in shape):
        return "every extent must be at least 1"
    if any(extent > MOST_EXTENT for extent in shape):
        return f"every extent must be at most {MOST_EXTENT}"
    return ""


def refused(path: str, function: Callable, error: BaseException) -> RungError:
    """An error with the cause, its line in `function`'s own file, and TVM's underlined IR if
    there is any."""
    filename = inspect.unwrap(function).__code__.co_filename
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == filename]
    where = ""
    if frames:
        line = frames[-1].lineno or 0
        source = linecache.getline(filename, line).strip()
        where = f" at {filename}:{line}\n    {source}"
    return RungError(f"{path}: {type(error).__name__}{where}\n{_cause_first(str(error).strip())}")


def _cause_first(text: str) -> str:
    """TVM's message with the cause, its last line, moved before the IR, or with a way out."""
    if "Could not parse mapping as sum of iterators" in text:
        return (
            "transform_layout takes sums of //, % and constant multiples of the indices, and no ^: "
            "pad the rows with storage_align(block, 0, axis=-2, factor=32, offset=1), or swizzle "
            f"what ldmatrix reads with annotate(block, 'permuted_layout', 1)\n{text}"
        )
    head, _, cause = text.rpartition("\nError message: ")
    if not head:
        return text
    cause = cause.strip().removeprefix("ScheduleError: ")
    _, heading, shown = head.partition("The IR with diagnostic is:\n")
    lines = [line for line in shown.splitlines() if line and not line.startswith("# from ")]
    return "\n".join([cause, heading + lines[0], *lines[1:]]) if heading else f"{cause}\n{head}"
