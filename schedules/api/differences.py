"""Unified diffs between the code of two kernels."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from markupsafe import Markup

from ..core.data import figure, hidden
from ..core.levels import check_level, source_level
from ..sources.kernel_files import KernelFile
from ..views import html
from .results import Result

if TYPE_CHECKING:
    from ..core.kernel import Kernel


@dataclass(frozen=True)
class Diff(Result):
    """The diff between the code of two kernels at one level. True if they differ."""

    kind: ClassVar[str] = "differences"
    first: str
    second: str
    level: str
    before: str = hidden()
    after: str = hidden()

    @classmethod
    def of(
        cls, before: Kernel | KernelFile, after: Kernel | KernelFile, level: str | None = None
    ) -> Diff:
        """Compare two kernels at a level.

        The default level is the code that TVM emits, or TIR if either step is not a kernel yet. For
        a kernel file it is the file's own level, or SASS if the other kernel does not have that.

        Raises UserError for a level that either kernel does not have, NoKernel for a step that is
        not a kernel.
        """
        if isinstance(before, KernelFile) or isinstance(after, KernelFile):
            return cls._of_files(before, after, level)
        none_yet = level is None and (before.problem or after.problem)
        texts = []
        for kernel in (before, after):
            kind = kernel.target.kind
            shown = check_level("tir" if none_yet else level or source_level(kind), kind)
            texts.append(kernel.text(shown))
        first, second = (f"{kernel.rung.path}:{kernel.step.name}" for kernel in (before, after))
        return cls(first, second, shown, *texts)

    @classmethod
    def _of_files(
        cls, before: Kernel | KernelFile, after: Kernel | KernelFile, level: str | None
    ) -> Diff:
        both = before, after
        own_levels = {k.levels[0] if isinstance(k, KernelFile) else "cuda" for k in both}
        level = level or (own_levels.pop() if len(own_levels) == 1 else "sass")
        texts = []
        for kernel in both:
            if isinstance(kernel, KernelFile):
                kernel.check_level(level)
            else:
                check_level(level, kernel.target.kind)
            texts.append(kernel.text(level))
        first, second = (":".join(filter(None, kernel.place[:2])) for kernel in both)
        return cls(first, second, level, *texts)

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
        code = html.code(self.text, "diff") if self else Markup("")
        return html.head(f"{self.first} → {self.second}", f"{self.level} {note}") + code

    @figure
    def diff(self) -> str:
        return self.text


def unified(old_name: str, old: str, new_name: str, new: str) -> str:
    """A unified diff; '' if the texts are equal."""
    return "".join(
        difflib.unified_diff(
            old.splitlines(keepends=True), new.splitlines(keepends=True), old_name, new_name
        )
    )
