"""`FileExploration`: what `explore` returns for a .cu, .ptx or .cubin file."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from ..analyses.verification.kernel_files import verify_file_kernel
from ..core.files import write_text
from ..core.kernel import Kernel
from ..explorer.page import report
from ..lowering.launch import Launch
from ..sources.kernel_files import KernelFile
from ..views import html
from .costs import InstructionCounts, ResourceUse
from .differences import Diff
from .measured import Advised, Predicted
from .results import StepInfo, Steps, Verification


class FileExploration:
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
    def arch(self) -> str:
        """The architecture of the machine code, such as 'sm_90'."""
        return self.kernel.target.arch

    @property
    def levels(self) -> list[str]:
        return list(self.kernel.levels)

    @property
    def launches(self) -> tuple[Launch, ...]:
        """The launches that FILE.toml describes, in order."""
        return self.kernel.launches

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

    @property
    def cuda(self) -> str:
        """The CUDA source."""
        return self.text("cuda")

    @property
    def ptx(self) -> str:
        """The PTX."""
        return self.text("ptx")

    @property
    def sass(self) -> str:
        """The SASS, with control codes and the lines of the CUDA source."""
        return self.text("sass")

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

    @cached_property
    def accesses(self) -> InstructionCounts:
        """Wavefronts and sectors of each memory instruction, per launch."""
        return InstructionCounts.of(self.kernel)

    @property
    def instruction_counts(self) -> InstructionCounts:
        """The same as `accesses`: a kernel file has no TIR whose accesses could be counted."""
        return self.accesses

    @cached_property
    def resources(self) -> ResourceUse:
        """Registers, shared memory, occupancy and instruction mix of each launched kernel."""
        return ResourceUse.of(self.kernel)

    def predict(self, chip: str | None = None) -> Predicted:
        """The predicted time on a chip, such as h200 or rtx-3090; needs no GPU."""
        return Predicted.of(self.kernel, chip)

    def advise(self, chip: str | None = None) -> Advised:
        """What bounds the kernel on a chip, and the predicted gain of single changes."""
        return Advised.of(self.kernel, chip)

    def report(self, path: str | Path) -> Path:
        """Write the kernel's page, one self-contained HTML file, and return its path."""
        write_text(Path(path), report([self.name]))
        return Path(path)
