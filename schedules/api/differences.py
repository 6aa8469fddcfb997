"""What differs between two texts: unified, or in two columns."""

from __future__ import annotations

import difflib
import textwrap
from dataclasses import dataclass
from itertools import zip_longest
from typing import ClassVar

from markupsafe import Markup

from ..core.data import figure, hidden
from ..core.kernel import Kernel
from ..core.levels import check_level, source_level
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
    def of(cls, before: Kernel, after: Kernel, level: str | None = None) -> Diff:
        """Two kernels at a level, by default as what TVM emits, or as TIR where one is none yet.

        Raises UserError for a level that either has not, NoKernel where it is no kernel.
        """
        none_yet = level is None and (before.problem or after.problem)
        texts = []
        for one in (before, after):
            kind = one.target.kind
            at = check_level("tir" if none_yet else level or source_level(kind), kind)
            texts.append(one.text(at))
        first, second = (f"{one.rung.path}:{one.step.name}" for one in (before, after))
        return cls(first, second, at, *texts)

    @property
    def text(self) -> str:
        """As a unified diff; '' where nothing differs."""
        return unified(self.first, self.before, self.second, self.after)

    def columns(self, width: int = 200) -> str:
        """Both texts beside each other, as `columns`."""
        return columns(self.first, self.before, self.second, self.after, width)

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


def columns(old_name: str, old: str, new_name: str, new: str, width: int = 200) -> str:
    """Both texts beside each other: '<' a line only on the left, '>' on the right, '|' changed."""
    side = max(20, (width - 3) // 2)
    rows = [(old_name, " ", new_name)]
    left, right = old.splitlines(), new.splitlines()
    for tag, i, j, m, n in difflib.SequenceMatcher(a=left, b=right, autojunk=False).get_opcodes():
        for one, other in zip_longest(left[i:j], right[m:n]):
            sign = " " if tag == "equal" else "<" if other is None else ">" if one is None else "|"
            rows.append((one or "", sign, other or ""))
    lines = []
    for one, sign, other in rows:
        for here, there in zip_longest(wrapped(one, side), wrapped(other, side), fillvalue=""):
            lines.append(f"{here:<{side}} {sign} {there}".rstrip())
    return "\n".join(lines) + "\n"


def wrapped(line: str, width: int) -> list[str]:
    """A line cut to pieces of at most `width`, keeping its indentation."""
    indent = " " * min(len(line) - len(line.lstrip()) + 4, width // 2)
    return textwrap.wrap(line, width, subsequent_indent=indent, drop_whitespace=False) or [""]
