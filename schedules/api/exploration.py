"""A schedule to look at, step by step: what `explore` gives of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpusim.errors import UserError, nearest

from ..analyses.verification.serial import Verifier
from ..analyses.verification.verdict import MACHINE, SERIAL
from ..analyses.verification.verify import verify_rung
from ..core.files import write_text
from ..core.kernel import Kernel, kernels_of
from ..core.ladder import Rung
from ..core.levels import check_level, levels_of, source_level
from ..explorer.page import build_rung, page_of
from ..measure.alone import time_kernel
from ..sources.kernel_files import KernelFile
from ..sources.names import find_step
from .costs import Accesses, InstructionCounts, ResourceUse
from .differences import Diff
from .given import Given, given
from .measured import Advised, Predicted, Timed, Tuned
from .results import Steps, Verification

if TYPE_CHECKING:
    from ..lowering.launch import Launch
    from ..lowering.passes import PassEffect


# What the numbers of a schedule may be: lists by name, or a function that defines them.
Space = Mapping[str, Sequence[Any]] | Callable[[Any], None]


class Exploration:
    """A schedule at a shape on a target, looked at from one of its steps, the last by default.

    `exploration["name"]` is the same schedule looked at from another step, and a loop over it goes
    through them. Texts are made when they are first asked for. What is asked of a step that is no
    kernel raises NoKernel, a UserError whose message says what is missing.
    """

    def __init__(
        self,
        rung: Rung,
        shape: Sequence[int] | None = None,
        arch: str | None = None,
        step: str | None = None,
        kernels: Sequence[Kernel] | None = None,
        given: Given | None = None,
    ) -> None:
        self._rung, self._asked, self._arch, self._given = rung, shape, arch, given
        self._kernels = list(kernels or kernels_of(rung, shape, arch))
        walked = [kernel.step for kernel in self._kernels]
        at = walked.index(find_step(walked, step)) if step else len(walked) - 1
        self.kernel = self._kernels[at]

    # --- what it is -------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """'LADDER:RUNG:STEP'."""
        return f"{self._rung.path}:{self.kernel.step.name}"

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.kernel.workload.shape)

    @property
    def arch(self) -> str:
        """The architecture that it is lowered for, as 'sm_90'."""
        return self.kernel.target.arch

    @property
    def step(self) -> str:
        """The name of the step that it is looked at from."""
        return self.kernel.step.name

    @cached_property
    def steps(self) -> Steps:
        """All steps, with what each changed."""
        return Steps.of(self._kernels)

    def __getitem__(self, step: str | int) -> Exploration:
        """The same schedule at a step, by its name, its label or its number (from 1)."""
        at = self._rung, self._asked, self._arch, str(step), self._kernels, self._given
        return Exploration(*at)

    def __len__(self) -> int:
        return len(self._kernels)

    def __iter__(self) -> Iterator[Exploration]:
        return (self[kernel.step.index] for kernel in self._kernels)

    def __repr__(self) -> str:
        at = f" at {','.join(map(str, self.shape))}" if self.shape else ""
        kernel = self.kernel.launch or self.problem or f"for {self.arch}"
        number = f"step {self.kernel.step.index} of {len(self._kernels)}"
        return f"<{self.name}{at} on {self.arch}: {kernel}; {number}>"

    def _repr_html_(self) -> str:
        """Tabs: its steps, its texts, the difference from the previous step, its accesses."""
        from .notebook import exploration_html

        return exploration_html(self)

    # --- levels -----------------------------------------------------------------------------------

    @property
    def levels(self) -> list[str]:
        """The levels that it can be seen at."""
        return levels_of(self.kernel.target.kind)

    def text(self, level: str) -> str:
        """The text at a level; raises UserError for one that it has not, NoKernel for no kernel."""
        return self.kernel.text(check_level(level, self.kernel.target.kind))

    @property
    def tir(self) -> str:
        """The scheduled TIR, as TVMScript."""
        return self.text("tir")

    @property
    def lowered(self) -> str:
        """The lowered TIR."""
        return self.text("lowered")

    @property
    def cuda(self) -> str:
        """The kernel's CUDA."""
        return self.text("cuda")

    @property
    def ptx(self) -> str:
        """The kernel's PTX, with the lines of CUDA that it comes from."""
        return self.text("ptx")

    @property
    def sass(self) -> str:
        """The kernel's machine code, with control codes and lines of CUDA."""
        return self.text("sass")

    @property
    def asm(self) -> str:
        """A CPU's assembly."""
        return self.text("asm")

    @property
    def source(self) -> str:
        """The text that TVM emits: CUDA, or a CPU's assembly."""
        return self.text(source_level(self.kernel.target.kind))

    @property
    def passes(self) -> list[PassEffect]:
        """What each lowering pass did."""
        return self.kernel.passes

    @property
    def launches(self) -> tuple[Launch, ...]:
        """How its kernels are launched; empty where there is none."""
        return self.kernel.launches

    @property
    def problem(self) -> str:
        """Why there is no kernel, '' where there is one."""
        return self.kernel.problem

    # --- against others ---------------------------------------------------------------------------

    def diff(self, other: Any = None, level: str | None = None) -> Diff:
        """From another kernel's text to this one's, by default from the previous step.

        By default it is the text that TVM emits, or TIR where either is no kernel yet.
        `other` is a step's name, another exploration, or anything that `explore` takes.
        """
        return Diff.of(self._other(other).kernel, self.kernel, level)

    def _other(self, other: Any) -> Exploration:
        if isinstance(other, Exploration):
            return other
        if other is None:
            at = self._kernels.index(self.kernel)
            if not at:
                raise UserError(f"{self.name} is the first step: name the step to compare with")
            return self[self._kernels[at - 1].step.index]
        names = [name for kernel in self._kernels for name in (kernel.step.name, kernel.step.label)]
        if isinstance(other, int) or other in names:
            return self[other]
        if isinstance(other, str) and ":" not in other and "/" not in other and "." not in other:
            raise nearest("step", other, names[::2])
        found = given(other)
        if isinstance(found, KernelFile):
            raise UserError(f"{other} is a kernel file, not a schedule")
        return Exploration(found.rung, found.shape, found.arch, found.step)

    # --- what it does and takes -------------------------------------------------------------------

    def verify(self, on: Sequence[str] = (SERIAL, MACHINE)) -> Verification:
        """Run the schedule on the CPU and compare its outputs with the float64 reference.

        'serial' runs every step up to this one, one thread after the other; 'machine' this step's
        machine code, all threads of a block together, which finds races, missing barriers and
        accesses out of bounds as well. A ladder's rung runs at small shapes where none was asked
        for. The result is true for the verdict "correct" alone.
        """
        for place in on:
            if place not in (SERIAL, MACHINE):
                raise nearest("place", place, (SERIAL, MACHINE))
        wanted = {kernel.step.label for kernel in self._kernels}
        wanted -= {one.step.label for one in self._kernels[self.kernel.step.index :]}
        done = verify_rung(
            self._rung,
            [self._asked] if self._asked else self._rung.verify_shapes(),
            on,
            self._at,
            Verifier(),
            on_cpu=self.kernel.target.on_cpu,
            steps=wanted,
        )
        return Verification(self.name, done.checks, done.not_run, done.problem, done.notes)

    def _at(self, shape: Sequence[int]) -> Kernel:
        if tuple(shape) == self.shape:
            return self.kernel
        return Exploration(self._rung, shape, self._arch, self.kernel.step.label).kernel

    @cached_property
    def accesses(self) -> Accesses:
        """Every memory access with its bank conflicts and sectors, over the launch."""
        self._only_gpu("its accesses are not those of warps")
        return Accesses.of(self.kernel)

    @cached_property
    def instruction_counts(self) -> InstructionCounts:
        """What each memory instruction of the machine code costs over the launch."""
        self._only_gpu("its accesses are not those of warps")
        return InstructionCounts.of(self.kernel)

    @cached_property
    def resources(self) -> ResourceUse:
        """Registers, spills, shared memory, occupancy, instruction mix."""
        self._only_gpu("it has no GPU's resources")
        return ResourceUse.of(self.kernel)

    def predict(self, chip: str | None = None) -> Predicted:
        """The time it should take on a chip (h200, rtx-3090), by default the one for its
        architecture; without a GPU."""
        self._only_gpu("only GPU kernels can be predicted")
        return Predicted.of(self.kernel, chip)

    def advise(self, chip: str | None = None) -> Advised:
        """What bounds it on a chip, and what one change would gain: a prediction."""
        self._only_gpu("only GPU kernels can be predicted")
        return Advised.of(self.kernel, chip)

    def time(self) -> Timed:
        """Its time on this machine: a GPU's on its GPU, a CPU's here. It is verified first.

        Raises NoGpu where there is no GPU, UserError where it is wrong.
        """
        return Timed(time_kernel(self.kernel))

    def tune(
        self,
        space: Space | None = None,
        *,
        trials: int = 200,
        minutes: float = 30.0,
        record: str | Path | None = None,
    ) -> Tuned:
        """Search its numbers and what its sampling instructions decide, on this machine.

        Parameters
        ----------
        space : dict or callable, optional
            What the numbers of a generator may be: a list for each by its name, or a function of a
            `cfg` with `define_knob`, `define_split` and `restrict` (docs/tuning-your-own.md). By
            default the `space` beside it in its file. Instructions that sample need none.
        trials, minutes
            Until either is spent: candidates, minutes of measuring.
        record : path, optional
            Where each candidate is kept, by default docs/tuning/NAME-DEVICE.jsonl; one that is
            there is gone on with. What lies in no file is put in one beside it, NAME.py.

        Raises
        ------
        UserError
            Where there is nothing to choose, or a number is wrong.
        """
        if self._given is None:
            raise UserError(f"{self.name} has several rungs: explore the rung to tune")
        for entry in entry_points(group="schedules.tuning"):
            winners, file, path = entry.load()(self._given, space, trials, minutes, record)
            return Tuned(file, str(path), tuple(asdict(one) for one in winners))
        raise UserError("tuning needs the package `tune`: reinstall this project")

    def report(self, path: str | Path) -> Path:
        """Write the page of this schedule, an HTML file that needs no network."""
        write_text(Path(path), page_of([build_rung(self._rung, self._asked, self._arch)]))
        return Path(path)

    def _only_gpu(self, why: str) -> None:
        if self.kernel.target.on_cpu:
            raise UserError(f"{self.name} is for a CPU: {why}")
