"""A kernel in a file of CUDA, PTX or machine code to look at: what `explore` gives of one."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from ..analyses.verification.kernel_files import count_file_kernel, verify_file_kernel
from ..core.files import write_text
from ..explorer.page import report
from ..sources.kernel_files import KernelFile
from ..views import html
from .costs import InstructionCounts, LaunchCosts
from .differences import Diff
from .results import Verification


class FileExploration:
    """A kernel of a file, which has no steps: it has the levels from its own down to SASS.

    How it is launched stands beside it in FILE.toml (docs/kernel-files.md).
    """

    def __init__(self, kernel: KernelFile) -> None:
        self.kernel = kernel

    @property
    def name(self) -> str:
        return self.kernel.reference

    @property
    def levels(self) -> list[str]:
        return list(self.kernel.levels)

    def __repr__(self) -> str:
        return f"<{self.name}: a kernel, {', '.join(self.levels)}>"

    def _repr_html_(self) -> str:
        panes = {level: html.code(self.text(level), "c") for level in self.levels}
        return html.whole(html.head(self.name, "a kernel"), html.tabs(panes))

    def text(self, level: str) -> str:
        """The text at a level; raises UserError for one that it has not."""
        return self.kernel.text(self.kernel.check_level(level))

    @property
    def cuda(self) -> str:
        """The file's CUDA."""
        return self.text("cuda")

    @property
    def ptx(self) -> str:
        """Its PTX."""
        return self.text("ptx")

    @property
    def sass(self) -> str:
        """Its machine code, with control codes and lines of CUDA."""
        return self.text("sass")

    def diff(self, other: FileExploration, level: str = "sass") -> Diff:
        """From another kernel's text to this one's."""
        return Diff(other.name, self.name, level, other.text(level), self.text(level))

    def verify(self) -> Verification:
        """Run its launch as machine code on the CPU: races, bounds, and values where FILE.toml or
        `explore` names a reference."""
        checks, notes = verify_file_kernel(self.kernel)
        return Verification(self.name, tuple(checks), told=tuple(notes))

    @cached_property
    def accesses(self) -> InstructionCounts:
        """What every memory instruction costs over the launch."""
        counted = tuple(map(LaunchCosts.of, count_file_kernel(self.kernel)))
        arch = self.kernel.cubin.architecture.name
        return InstructionCounts(self.name, "", (), arch, counted)

    def report(self, path: str | Path) -> Path:
        """Write its page, an HTML file that needs no network."""
        write_text(Path(path), report([self.name]))
        return Path(path)
