"""Unified diffs between the code of two kernels, and why their predicted times differ."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from markupsafe import Markup

from gpusim.columns import Entry, Hidden, time_text
from gpusim.errors import UserError
from gpusim.timing.causes import ENOUGH, Cause, Explanation, Side, explain
from gpusim.timing.constants import chip_of, constants

from ..core.results import Result
from ..views import html

if TYPE_CHECKING:
    from ..core.kernel import Kernel


@dataclass(frozen=True)
class Diff(Result):
    """The diff between the code of two kernels at one level. True if they differ."""

    kind: ClassVar[str] = "differences"
    first: str
    second: str
    level: str
    before: Hidden[str] = field(repr=False)
    after: Hidden[str] = field(repr=False)

    @classmethod
    def of(cls, before: Kernel, after: Kernel, level: str | None = None) -> Diff:
        """Compare two kernels at a level.

        The default level is that of the source code, SASS if their sources have different levels,
        and TIR if either step is not a kernel yet.

        Raises UserError for a level that either kernel does not have, NoKernel for a step that is
        not a kernel.
        """
        kernels = before, after
        if level is None:
            sources = {kernel.source_level for kernel in kernels}
            level = sources.pop() if len(sources) == 1 else "sass"
            if any(kernel.no_kernel for kernel in kernels):
                level = "tir"
        texts = [kernel.text(kernel.check_level(level)) for kernel in kernels]
        return cls(before.short_name, after.short_name, level, *texts)

    @property
    def text(self) -> str:
        """The unified diff; '' if nothing differs."""
        return unified(self.first, self.before, self.second, self.after)

    def __bool__(self) -> bool:
        return self.before != self.after

    def __str__(self) -> str:
        return self.text

    def html(self) -> Markup:
        note = "" if self else "nothing differs"
        code = html.code(self.text, diff=True) if self else Markup("")
        return html.head(f"{self.first} → {self.second}", f"{self.level} {note}") + code

    diff = Entry(str, lambda it: it.text)


@dataclass(frozen=True)
class Why(Result, Explanation):
    """Why the predicted times of two kernels on a chip differ: the causes, largest first.

    `before_us` is the time of the kernel `first`, `after_us` that of `second`, in microseconds.
    """

    kind: ClassVar[str] = "causes"
    first: str
    second: str
    chip: str

    @classmethod
    def of(cls, before: Kernel, after: Kernel, chip: str | None = None) -> Why:
        """Raises UserError for kernels at different shapes, and as `Kernel.recordings`."""
        shapes = [tuple(kernel.workload.shape) for kernel in (before, after)]
        if shapes[0] != shapes[1]:
            raise UserError(
                f"{before.short_name} is at {shapes[0]} and {after.short_name} at {shapes[1]}: "
                "compare them at one shape"
            )
        on = constants(chip or chip_of(after.target.arch)).name
        sides = [
            Side(partial(kernel.recordings, on), kernel.cuda_lines) for kernel in (before, after)
        ]
        explained = vars(explain(*sides))
        return cls(**explained, first=before.short_name, second=after.short_name, chip=on)

    def parts(self) -> Sequence[Cause]:
        return self.causes

    def __repr__(self) -> str:
        kernels = [(self.before_us, self.first), (self.after_us, self.second)]
        (fast_us, fast), (slow_us, slow) = sorted(kernels)
        lines = [
            f"{slow} takes {slow_us / fast_us:.2f} times as long as {fast} on {self.chip}: "
            f"predicted {time_text(slow_us)} and {time_text(fast_us)}"
        ]
        if self.explained < ENOUGH:
            lines.append(f"{1 - self.explained:.0%} of the difference is not explained")
        return "\n".join(lines)


def unified(old_name: str, old: str, new_name: str, new: str) -> str:
    """A unified diff; '' if the texts are equal."""
    return "".join(
        difflib.unified_diff(
            old.splitlines(keepends=True), new.splitlines(keepends=True), old_name, new_name
        )
    )
