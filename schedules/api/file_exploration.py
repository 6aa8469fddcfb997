"""A kernel in a file of CUDA, PTX or machine code to look at: what `explore` gives of one."""

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
    """A kernel of a file: it has one step, and the levels from its own down to SASS.

    How it is launched stands beside it in FILE.toml (docs/kernel-files.md). What needs a launch
    raises UserError where there is none.
    """

    def __init__(self, kernel: KernelFile) -> None:
        self.kernel = kernel

    @property
    def name(self) -> str:
        return self.kernel.reference

    @property
    def arch(self) -> str:
        """The architecture of its machine code, as 'sm_90'."""
        return self.kernel.target.arch

    @property
    def levels(self) -> list[str]:
        return list(self.kernel.levels)

    @property
    def launches(self) -> tuple[Launch, ...]:
        """The launches that its file describes, in order."""
        return self.kernel.launches

    @property
    def steps(self) -> Steps:
        """Its only step."""
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

    def diff(self, other: FileExploration | Kernel, level: str = "sass") -> Diff:
        """From another kernel's text to this one's."""
        before: Any = getattr(other, "kernel", other)
        return Diff.of(before, self.kernel, level)

    def verify(self) -> Verification:
        """Run its launches in the simulator: races, bounds, and values where FILE.toml or `explore`
        names a reference."""
        checks, notes = verify_file_kernel(self.kernel)
        return Verification(self.name, tuple(checks), told=tuple(notes))

    @cached_property
    def accesses(self) -> InstructionCounts:
        """What every memory instruction costs over each launch."""
        return InstructionCounts.of(self.kernel)

    @property
    def instruction_counts(self) -> InstructionCounts:
        """As `accesses`: a file has no other accesses than those of its machine code."""
        return self.accesses

    @cached_property
    def resources(self) -> ResourceUse:
        """Registers, shared memory, occupancy and instruction mix of each kernel launched."""
        return ResourceUse.of(self.kernel)

    def predict(self, chip: str | None = None) -> Predicted:
        """The time it should take on a chip (h200, h100), without a GPU."""
        return Predicted.of(self.kernel, chip)

    def advise(self, chip: str | None = None) -> Advised:
        """What bounds it on a chip, and what one change would gain: a prediction."""
        return Advised.of(self.kernel, chip)

    def report(self, path: str | Path) -> Path:
        """Write its page, an HTML file that needs no network."""
        write_text(Path(path), report([self.name]))
        return Path(path)
