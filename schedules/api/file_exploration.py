"""`FileExploration`: what `explore` returns for a .cu, .ptx or .cubin file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..analyses.verification.kernel_files import verify_file_kernel
from ..core.files import write_text
from ..sources.kernel_files import KernelFile
from ..views import html
from .costs import InstructionCounts
from .differences import Diff
from .kernel_exploration import KernelExploration
from .results import StepInfo, Steps, Verification

if TYPE_CHECKING:
    from ..core.kernel import Kernel


class FileExploration(KernelExploration):
    """A kernel in a file: a single step, with the levels from the file's own down to SASS.

    FILE.toml describes the launches (docs/kernel-files.md). Without it, everything that needs a
    launch raises UserError.
    """

    def __init__(self, kernel: KernelFile) -> None:
        self.kernel = kernel

    @property
    def name(self) -> str:
        return self.kernel.reference

    @property
    def levels(self) -> list[str]:
        return list(self.kernel.levels)

    @property
    def steps(self) -> Steps:
        """The single step."""
        return Steps(
            (
                StepInfo(
                    rung=self.name,
                    index=1,
                    step="kernel",
                    why="as it stands in its file",
                    shape=(),
                    arch=self.arch,
                    primitives=(),
                    no_effect=False,
                    changed=None,
                    launches=self.launches,
                    problem="",
                ),
            )
        )

    def __repr__(self) -> str:
        return f"<{self.name}: a kernel, {', '.join(self.levels)}>"

    def _repr_html_(self) -> str:
        panes = {level: html.code(self.text(level), "c") for level in self.levels}
        return html.whole(html.head(self.name, "a kernel"), html.tabs(panes))

    def text(self, level: str) -> str:
        """The code at a level. Raises UserError for a level that the file does not have."""
        return self.kernel.text(self.kernel.check_level(level))

    def diff(self, other: FileExploration | Kernel, level: str = "sass") -> Diff:
        """The diff from another kernel's code to this one's."""
        before: Any = getattr(other, "kernel", other)
        return Diff.of(before, self.kernel, level)

    def verify(self) -> Verification:
        """Simulate the launches: data races, bounds, and values if there is a reference.

        The reference is that of FILE.toml or of `explore`.
        """
        checks, notes = verify_file_kernel(self.kernel)
        return Verification(self.name, tuple(checks), told=tuple(notes))

    @property
    def accesses(self) -> InstructionCounts:
        """The same as `instruction_counts`: a kernel file has no TIR to count accesses in."""
        return self.instruction_counts

    def report(self, path: str | Path) -> Path:
        """Write the kernel's page, one self-contained HTML file, and return its path."""
        from ..explorer.page import report

        write_text(Path(path), report([self.name]))
        return Path(path)
