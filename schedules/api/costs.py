"""What a kernel takes: its memory accesses, its instructions, its registers and shared memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from markupsafe import Markup

from gpusim.counting.costs import LaunchCounts, counters

from ..analyses.accesses.access import KernelAccesses, totals, uncounted
from ..analyses.resources import Resources
from ..views import html
from .results import Record, Result

if TYPE_CHECKING:
    from ..core.kernel import Kernel


@dataclass(frozen=True)
class OfAStep(Result):
    """What a step at a shape on an architecture takes; `problem` says what is missing of it."""

    rung: str
    step: str
    shape: tuple[int, ...]
    arch: str
    problem: str

    @staticmethod
    def place(kernel: Kernel) -> tuple[str, str, tuple[int, ...], str]:
        shape = tuple(kernel.workload.shape)
        return kernel.rung.path, kernel.step.name, shape, kernel.target.arch

    @property
    def name(self) -> str:
        """'gemv/hgemv:warp4:first_lane at 4096,128'."""
        shape = ",".join(map(str, self.shape))
        return f"{self.rung}:{self.step}" + (f" at {shape}" if shape else "")


@dataclass(frozen=True)
class Accesses(OfAStep):
    """The memory accesses of each kernel launched, with what they cost over the launch.

    They are those of the machine code, or, with the `problem` that says why, as TIR has them.
    """

    kind: ClassVar[str] = "accesses"
    kernels: tuple[KernelAccesses, ...]

    @classmethod
    def of(cls, kernel: Kernel, as_written: bool = False) -> Accesses:
        """A kernel's, `as_written` before the compiler merges any; raises UserError for none."""
        if as_written:
            found, problem = kernel.accesses_as_written, "asked for as written"
        else:
            found, problem = kernel.accesses, kernel.uncounted
        return cls(*cls.place(kernel), problem, tuple(found))

    def __repr__(self) -> str:
        lines = [f"{self.rung}:{self.step} on {self.arch}"]
        for what, total in totals(self.kernels).items():
            sums = {name: value for name, value in total.record().items() if value}
            lines.append(f"  {what}: " + ", ".join(f"{v:,} {k}" for k, v in sums.items()))
        return "\n".join([*lines, *([f"  as in TIR: {self.problem}"] if self.problem else [])])

    def html(self) -> Markup:
        rows = [
            {
                "line": access.line or "",
                "access": access.expression,
                "what": access.what,
                "bits": access.bits,
                "requests": access.cost.requests,
                **{
                    name: _beside(access.per_request[name], access.per_request[f"least_{name}"])
                    for name in ("wavefronts", "sectors")
                },
                "note": access.note,
            }
            for kernel in self.kernels
            for access in kernel.accesses
        ]
        about = f"{self.problem or 'of the machine code'}; of a request, in parentheses the least"
        return html.head(f"{self.rung}:{self.step} on {self.arch}", about) + html.table(rows)

    def records(self) -> list[Record]:
        parts = [one for kernel in self.kernels for one in kernel.parts]
        head = self.head()
        problem = head.pop("problem")
        return [
            {
                **head,
                "machine_code": not problem,
                "problem": problem,
                "kernels": [kernel.record() for kernel in self.kernels],
                "counters": counters(parts),
                "uncounted": uncounted(self.kernels),
            }
        ]

    def rows(self) -> list[Record]:
        return [
            {
                "kernel": kernel.launch.kernel,
                **{k: v for k, v in row.items() if k != "instructions"},
            }
            for kernel in self.kernels
            for row in kernel.record()["accesses"]
        ]


def _beside(value: float | None, least: float | None) -> Markup | str:
    """'4 (2)', in red where it is more than it could be."""
    if value is None:
        return ""
    text = f"{value:.4g}" if least is None else f"{value:.4g} ({least:.4g})"
    return html.verdict(False, text) if least is not None and value > least else text


@dataclass(frozen=True)
class InstructionCounts(Result):
    """What every memory instruction of a step, or of a file's kernel, costs over the launch."""

    kind: ClassVar[str] = "instruction-counts"
    rung: str
    step: str
    shape: tuple[int, ...]
    arch: str
    launches: tuple[LaunchCounts, ...]

    @classmethod
    def of(cls, kernel: Kernel) -> InstructionCounts:
        """Raises UserError for an instruction that the machine does not know."""
        return cls(*OfAStep.place(kernel), kernel.instruction_counts)

    def __repr__(self) -> str:
        sums = counters(one for launch in self.launches for one in launch.instructions)
        return "\n".join([self.rung, *(f"  {name}: {n:,}" for name, n in sums.items() if n)])

    def records(self) -> list[Record]:
        parts = [one for launch in self.launches for one in launch.instructions]
        names = ("rung", "step", "shape", "arch")
        return [
            {
                **{name: getattr(self, name) for name in names},
                "launches": [one.record() for one in self.launches],
                "counters": counters(parts),
            }
        ]

    def rows(self) -> list[Record]:
        return [one.record() for launch in self.launches for one in launch.instructions]


@dataclass(frozen=True)
class ResourceUse(OfAStep):
    """Registers, shared memory, occupancy and instruction mix of each kernel launched."""

    kind: ClassVar[str] = "resources"
    kernels: tuple[Resources, ...]

    @classmethod
    def of(cls, kernel: Kernel) -> ResourceUse:
        """Raises UserError where there is no machine code."""
        return cls(*cls.place(kernel), "", tuple(kernel.resources))

    @classmethod
    def none(cls, kernel: Kernel, problem: str) -> ResourceUse:
        """Of a kernel that has none, and why."""
        return cls(*cls.place(kernel), problem, ())

    def __repr__(self) -> str:
        return "\n".join(
            f"{one.kernel} on {one.arch}: {one.registers} registers, "
            f"{one.static_shared + one.dynamic_shared} B shared, "
            f"{one.spill_stores + one.spill_loads} B spilled, "
            f"occupancy {one.occupancy.share:.0%} ({', '.join(one.occupancy.limiters)})"
            for one in self.kernels
        )

    def parts(self) -> Sequence[Resources]:
        return self.kernels
