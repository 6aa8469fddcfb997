"""Unified diffs between the code of two kernels."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from markupsafe import Markup

from gpusim.columns import Figure, Hidden

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

    @property
    def diff(self) -> Figure[str]:
        return self.text


def unified(old_name: str, old: str, new_name: str, new: str) -> str:
    """A unified diff; '' if the texts are equal."""
    return "".join(
        difflib.unified_diff(
            old.splitlines(keepends=True), new.splitlines(keepends=True), old_name, new_name
        )
    )
