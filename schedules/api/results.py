"""What an exploration gives, as data: each prints short, and turns into JSON and a DataFrame."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from ..checks.verification import COMPARED_WITH_NOTHING, Check
from ..effects import Effect, effects
from ..errors import UserError, nearest
from ..inspect.access import KernelAccesses, totals, uncounted
from ..inspect.costs import LaunchCounts, counters
from ..inspect.resources import Resources
from ..lowering.launch import Launch
from ..schemas import document

if TYPE_CHECKING:
    import pandas

    from ..kernel import Kernel

Record = dict[str, Any]


class Result:
    """Data that turns into JSON and a DataFrame."""

    # What `--json` calls its documents.
    kind: ClassVar[str]

    def records(self) -> list[Record]:
        """Everything as plain data."""
        raise NotImplementedError

    def rows(self) -> list[Record]:
        """The rows of a table: a row's values are numbers and text."""
        return self.records()

    def to_json(self, indent: int | None = 2) -> str:
        """The document that the command's `--json` prints."""
        return json.dumps(document(self.kind, self.records()), indent=indent)

    def to_frame(self) -> pandas.DataFrame:
        """The rows as a DataFrame; raises UserError where pandas is missing."""
        try:
            import pandas
        except ImportError:
            raise UserError("a DataFrame needs pandas: pip install pandas") from None
        return pandas.DataFrame(self.rows())


@dataclass(frozen=True)
class StepInfo:
    """A step: what changed since the one before (None for the first), how it is launched.

    `primitives` are the calls that lead to it, `problem` says why it is no kernel.
    """

    rung: str
    index: int
    step: str
    why: str
    shape: tuple[int, ...]
    arch: str
    primitives: tuple[str, ...]
    no_effect: bool
    changed: Effect | None
    launches: tuple[Launch, ...]
    problem: str

    @property
    def launch(self) -> str:
        """'grid 128x128, block 16x16, 16384 B shared'."""
        return "; ".join(launch.brief for launch in self.launches)


@dataclass(frozen=True)
class Steps(Result, Sequence[StepInfo]):
    """The steps of a schedule, by number or by name."""

    kind: ClassVar[str] = "steps"
    steps: tuple[StepInfo, ...]

    @classmethod
    def of(cls, kernels: Sequence[Kernel]) -> Steps:
        """The steps of kernels, of which each follows the one before."""
        return cls(
            tuple(
                StepInfo(
                    rung=kernel.rung.path,
                    index=kernel.step.index,
                    step=kernel.step.name,
                    why=kernel.step.why,
                    shape=tuple(kernel.workload.shape),
                    arch=kernel.target.arch,
                    primitives=kernel.step.primitives,
                    no_effect=kernel.step.no_effect,
                    changed=change,
                    launches=kernel.launches,
                    problem=kernel.problem,
                )
                for kernel, change in zip(kernels, effects(kernels), strict=True)
            )
        )

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[StepInfo]:
        return iter(self.steps)

    def __getitem__(self, at: Any) -> Any:
        """A step by its place, a slice of them, or a step by its name."""
        if isinstance(at, str):
            known = {one.step: one for one in self.steps}
            if at not in known:
                raise nearest("step", at, known)
            return known[at]
        return self.steps[at]

    def __repr__(self) -> str:
        lines = [f"{one.index:3}  {one.step:24}  {one.launch or one.problem}" for one in self.steps]
        return "\n".join(lines)

    def records(self) -> list[Record]:
        return [asdict(one) for one in self.steps]

    def rows(self) -> list[Record]:
        return [
            {
                "step": one.step,
                "why": one.why,
                **{f"changes {name}": value for name, value in asdict(one.changed).items()},
                "launch": one.launch,
                "problem": one.problem,
            }
            if one.changed
            else {"step": one.step, "why": one.why, "launch": one.launch, "problem": one.problem}
            for one in self.steps
        ]


@dataclass(frozen=True)
class Verification(Result):
    """What ran, where, and whether it was right. True where everything that ran was.

    `not_run` says why no machine code ran, '' where it did; `compared` is whether anything says
    what the values should be; `steps` is how many ran.
    """

    kind: ClassVar[str] = "verifications"
    reference: str
    checks: tuple[Check, ...]
    not_run: str = ""
    compared: bool = True
    told: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return bool(self.checks) and all(check.ok for check in self.checks)

    def __bool__(self) -> bool:
        return self.ok

    @property
    def worst(self) -> float | None:
        """The largest error as a share of the tolerance; None where one is wrong or none ran."""
        return max((check.error for check in self.checks), default=None) if self.ok else None

    @property
    def problems(self) -> list[str]:
        """Each wrong check in a line."""
        return [
            f"{self.reference}:{one.step}, {one.inputs} inputs, {one.where}: {problem}"
            for one in self.checks
            for problem in one.problems
        ]

    def __repr__(self) -> str:
        ran = [one for one in self.checks if one.of]
        blocks, of = sum(one.blocks for one in ran), sum(one.of for one in ran)
        machine = f"{blocks} of {of} blocks as machine code" if ran else self.not_run
        where = f", {machine}" if machine else ""
        said = "right" if self.ok else "not run" if not self.checks else "WRONG"
        worst = f", worst error {self.worst:.2f} of tolerance" if self.worst is not None else ""
        alone = "" if self.compared else f"; {COMPARED_WITH_NOTHING}"
        lines = [f"{said}: {len(self.checks)} runs{where}{worst}{alone}", *self.problems]
        return "\n".join(lines)

    def records(self) -> list[Record]:
        ran = [one for one in self.checks if one.of]
        return [
            {
                "reference": self.reference,
                "steps": len({one.step for one in self.checks}),
                "runs": len(self.checks),
                "machine": f"{len(ran)} of them" if ran else self.not_run,
                "worst": self.worst,
                "right": self.ok if self.checks else None,
                "failures": self.problems,
                "notes": [] if self.compared else [COMPARED_WITH_NOTHING],
                "error": "",
            }
        ]

    def rows(self) -> list[Record]:
        return [
            {**asdict(one), "ok": one.ok, "problems": "; ".join(one.problems)}
            for one in self.checks
        ]


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

    def head(self) -> Record:
        names = ("rung", "step", "shape", "arch", "problem")
        return {name: getattr(self, name) for name in names}


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

    def records(self) -> list[Record]:
        return [{**self.head(), "kernels": [kernel.record() for kernel in self.kernels]}]

    def rows(self) -> list[Record]:
        names = [*("kernel", "registers", "stack", "spill_stores", "spill_loads")]
        names += ["static_shared", "dynamic_shared", "barriers", "instructions"]
        return [
            {**{name: getattr(one, name) for name in names}, "occupancy": one.occupancy.share}
            for one in self.kernels
        ]
