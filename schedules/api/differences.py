"""What differs between two texts, as a unified diff."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from ..core.data import figure, hidden
from ..core.kernel import Kernel
from ..core.levels import check_level, source_level
from ..sources.kernel_files import KernelFile
from ..views import html
from .results import Result


@dataclass(frozen=True)
class Diff(Result):
    """The text of a kernel at a level against that of another."""

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
        """Two kernels at a level, by default as what TVM emits, or as TIR where one is none yet.

        With a kernel in a file it is that file's own level, or SASS where the other has not that.

        Raises UserError for a level that either has not, NoKernel where it is no kernel.
        """
        if isinstance(before, KernelFile) or isinstance(after, KernelFile):
            return cls._of_files(before, after, level)
        none_yet = level is None and (before.problem or after.problem)
        texts = []
        for one in (before, after):
            kind = one.target.kind
            at = check_level("tir" if none_yet else level or source_level(kind), kind)
            texts.append(one.text(at))
        first, second = (f"{one.rung.path}:{one.step.name}" for one in (before, after))
        return cls(first, second, at, *texts)

    @classmethod
    def _of_files(
        cls, before: Kernel | KernelFile, after: Kernel | KernelFile, level: str | None
    ) -> Diff:
        both = before, after
        known = {one.levels[0] if isinstance(one, KernelFile) else "cuda" for one in both}
        at = level or (known.pop() if len(known) == 1 else "sass")
        texts = []
        for one in both:
            if isinstance(one, KernelFile):
                one.check_level(at)
            else:
                check_level(at, one.target.kind)
            texts.append(one.text(at))
        first, second = (":".join(filter(None, one.place[:2])) for one in both)
        return cls(first, second, at, *texts)

    @property
    def text(self) -> str:
        """As a unified diff; '' where nothing differs."""
        return unified(self.first, self.before, self.second, self.after)

    def __bool__(self) -> bool:
        return self.before != self.after

    def __str__(self) -> str:
        return self.text

    def html(self) -> Markup:
        said = "" if self else "nothing differs"
        shown = html.code(self.text, "diff") if self else Markup("")
        return html.head(f"{self.first} → {self.second}", f"{self.level} {said}") + shown

    @figure
    def diff(self) -> str:
        return self.text


def unified(old_name: str, old: str, new_name: str, new: str) -> str:
    """A unified diff; '' where the texts are equal."""
    return "".join(
        difflib.unified_diff(
            old.splitlines(keepends=True), new.splitlines(keepends=True), old_name, new_name
        )
    )
