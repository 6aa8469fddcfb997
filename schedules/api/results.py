"""Results of an exploration: steps, lowering passes, and costs (memory accesses, resources)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

from markupsafe import Markup

from gpusim.columns import CUT, LEFT_OUT, Column, Entry
from gpusim.counting.costs import GLOBAL, SHARED, InstructionCount, LaunchCounts, counters
from gpusim.errors import UserError, nearest

from ..analyses.accesses import LOAD, STORE, Access, KernelAccesses, Total, beside, totals
from ..analyses.effects import Effect, effects
from ..analyses.resources import Resources
from ..analyses.verification.verdict import Verification
from ..core.data import plain, scalars
from ..core.launch import Launch
from ..core.results import Record, Result
from ..lowering.pass_effect import PassEffect
from ..processes.pool import PROCESSES
from ..views import html

if TYPE_CHECKING:
    from ..core.kernel import Kernel


@dataclass(frozen=True)
class StepInfo:
    """A step: what it changed (None for the first step) and its launch configuration.

    `primitives` lists the schedule primitives it calls; `problem` says why it is not a kernel.
    """

    rung: str
    index: Annotated[int, Column("#")]
    step: Annotated[str, Column("step")]
    why: Annotated[str, Column("why")]
    shape: tuple[int, ...]
    arch: str
    primitives: tuple[str, ...]
    no_effect: bool
    changed: Effect | None
    launches: tuple[Launch, ...]
    problem: str

    @property
    def changes(self) -> Annotated[str, Column("changes", after="step")]:
        """The levels that the step changed, as 'tir, lowered, source'; 'all' for the first step."""
        if self.changed is None:
            return "all"
        if self.changed.idle:
            return "nothing" if self.no_effect else "nothing in the kernel"
        return ", ".join(name for name, differs in asdict(self.changed).items() if differs)

    # 'grid 128x128, block 16x16, 16384 B shared', or why the step is not a kernel.
    launch = Column(
        "kernel",
        of=lambda it: "; ".join(launch.brief for launch in it.launches) or it.problem,
        after="changes",
        narrow=LEFT_OUT,
    )
    # The call of a step that is one primitive, which is named STEP/PRIMITIVE.
    primitive = Column(
        "primitive", of=lambda it: it.primitives[-1] if "/" in it.step else "", narrow=CUT
    )


@dataclass(frozen=True)
class Steps(Result, Sequence[StepInfo]):
    """The steps of a schedule; index them by position or by name."""

    kind: ClassVar[str] = "steps"
    steps: tuple[StepInfo, ...]

    @classmethod
    def of(cls, kernels: Sequence[Kernel]) -> Steps:
        """The steps of consecutive kernels of one schedule."""
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
                    problem=kernel.no_kernel,
                )
                for kernel, change in zip(kernels, effects(kernels), strict=True)
            )
        )

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[StepInfo]:
        return iter(self.steps)

    def __getitem__(self, key: Any) -> Any:
        """The step at a position, the steps of a slice, or the step with a name."""
        if isinstance(key, str):
            by_name = {step.step: step for step in self.steps}
            if key not in by_name:
                raise nearest("step", key, by_name)
            return by_name[key]
        return self.steps[key]

    def __repr__(self) -> str:
        return "\n".join(
            f"{step.index:3}  {step.step:24}  {step.launch or step.problem}" for step in self.steps
        )

    def html(self) -> Markup:
        return html.table(self.parts())

    def parts(self) -> Sequence[StepInfo]:
        return self.steps

    def records(self) -> list[Record]:
        return [plain(step) for step in self.steps]


@dataclass(frozen=True)
class OfAStep(Result):
    """A result of a step at a shape on an architecture."""

    rung: str
    step: str
    shape: tuple[int, ...]
    arch: str

    @property
    def name(self) -> str:
        """'gemv/hgemv:warp4:first_lane at 4096,128'."""
        shape = ",".join(map(str, self.shape))
        step = f":{self.step}" if self.step else ""
        return f"{self.rung}{step}" + (f" at {shape}" if shape else "")


@dataclass(frozen=True)
class Passes(OfAStep):
    """The lowering passes of a step, in order."""

    passes: Sequence[PassEffect]


@dataclass(frozen=True)
class Explored:
    """The steps of a schedule and its verification.

    `problem` is the reason if the last step is not a kernel.
    """

    reference: str
    steps: tuple[StepInfo, ...]
    verification: Verification
    problem: str


# --- costs of a kernel: memory accesses, memory instructions, registers, shared memory ------------


@dataclass(frozen=True)
class CostOfAStep(OfAStep):
    """A cost of a step; `problem` says what is missing."""

    problem: str

    @classmethod
    def each(cls, kernels: Sequence[Kernel], *given: Any) -> list[Self]:
        """The result of each kernel for the `given` arguments of `of`, or why it has none.

        Compiles in parallel. Raises UserError if no kernel has a result.
        """
        # TVM lowers only in this thread.
        lowered = [kernel for kernel in kernels if not kernel.no_kernel]
        with ThreadPoolExecutor(PROCESSES) as pool:
            list(pool.map(lambda kernel: kernel.no_machine_code, lowered))
        results = []
        for kernel in kernels:
            try:
                results.append(cls.of(kernel, *given))
            except UserError as error:
                results.append(cls(*kernel.place, str(error)))
        if all(result.problem for result in results):
            raise UserError(results[0].problem)
        return results

    @classmethod
    def of(cls, kernel: Kernel) -> Self:
        """The result of a kernel; raises UserError if it has none."""
        raise NotImplementedError


@dataclass(frozen=True)
class Accesses(CostOfAStep):
    """The memory accesses of each launched kernel, with their costs over the launch.

    Counts come from the SASS; if that is impossible, there are none, and `problem` says why.
    """

    kind: ClassVar[str] = "accesses"
    kernels: tuple[KernelAccesses, ...] = ()

    @classmethod
    def of(cls, kernel: Kernel) -> Accesses:
        """A kernel's accesses. Raises UserError for a step without a kernel."""
        return cls(*kernel.place, kernel.uncounted, tuple(kernel.accesses))

    def __repr__(self) -> str:
        lines = [f"{self.rung}:{self.step} on {self.arch}"]
        for what, total in totals(self.kernels).items():
            sums = {name: value for name, value in plain(total).items() if value}
            lines.append(f"  {what}: " + ", ".join(f"{v:,} {k}" for k, v in sums.items()))
        return "\n".join([*lines, *([f"  not counted: {self.problem}"] if self.problem else [])])

    counters = Entry(
        dict[str, int],
        lambda it: counters(part for kernel in it.kernels for part in kernel.instructions),
    )
    shared_loads = Column("shared loads", of=lambda it: it._each(SHARED, LOAD))
    shared_stores = Column("shared stores", of=lambda it: it._each(SHARED, STORE))
    global_loads = Column("global loads", of=lambda it: it._each(GLOBAL, LOAD))
    global_stores = Column("global stores", of=lambda it: it._each(GLOBAL, STORE))
    note = Column(
        "note", of=lambda it: "; ".join(dict.fromkeys(k.problem for k in it.kernels if k.problem))
    )

    def _each(self, scope: str, kind: str) -> str:
        """Wavefronts or sectors per request, next to the minimum."""
        sums = totals(self.kernels)
        alike = (total for what, total in sums.items() if what.startswith(f"{scope} {kind}"))
        total = sum(alike, Total(scope))
        requests = total.cost.requests
        each = [
            n / requests if n is not None and requests else None
            for n in (total.cost.taken, total.cost.least)
        ]
        return beside(*each) + (" and more" if total.incomplete else "")

    def html(self) -> Markup:
        counted = self.problem or "counted in SASS"
        about = f"{counted}; per request, in parentheses the minimum"
        title = html.head(f"{self.rung}:{self.step} on {self.arch}", about)
        return title + html.table(self.parts())

    def parts(self) -> list[Access]:
        return [access for kernel in self.kernels for access in kernel.accesses]

    def rows(self) -> list[Record]:
        return [
            {"kernel": kernel.kernel, **scalars(access)}
            for kernel in self.kernels
            for access in kernel.accesses
        ]


def reasons(counted: LaunchCounts) -> list[str]:
    """Lines that say why the counts hold for the whole launch."""
    lines = [f"{'exact' if counted.exact else 'not exact'}: {counted.reason}"]
    counts = counters(counted.instructions)
    errors = [
        f"{name.replace('_', ' ')} {counts[name]:,} ± {bound:,}"
        for name, bound in counted.bounds.items()
        if bound
    ]
    if not counted.exact:
        lines.append(
            f"largest errors: {', '.join(errors) or 'none among the blocks that were run'}"
        )
    if counted.by_data:
        first, *others = counted.by_data
        more = f" and {len(others)} more" if others else ""
        lines.append(f"costs depend on the data that `{first}` loads{more}")
    return lines


@dataclass(frozen=True)
class InstructionCounts(OfAStep):
    """The cost of every memory instruction of a step or a kernel file, per launch."""

    kind: ClassVar[str] = "instruction-counts"
    launches: tuple[LaunchCounts, ...]

    @classmethod
    def of(cls, kernel: Kernel) -> InstructionCounts:
        """Raises UserError for an instruction that the simulator does not support."""
        return cls(*kernel.place, kernel.instruction_counts)

    counters = Entry(dict[str, int], lambda it: counters(it.parts()))

    def __repr__(self) -> str:
        return "\n".join(
            [self.rung, *(f"  {name}: {n:,}" for name, n in self.counters.items() if n)]
        )

    def parts(self) -> list[InstructionCount]:
        return [cost for launch in self.launches for cost in launch.instructions]


@dataclass(frozen=True)
class ResourceUse(CostOfAStep):
    """Registers, shared memory, occupancy and instruction mix of each launched kernel."""

    kind: ClassVar[str] = "resources"
    kernels: tuple[Resources, ...] = ()

    @classmethod
    def of(cls, kernel: Kernel) -> ResourceUse:
        """Raises UserError if there is no machine code."""
        return cls(*kernel.place, "", tuple(kernel.resources))

    def __repr__(self) -> str:
        return "\n".join(
            f"{use.kernel} on {use.arch}: {use.registers} registers, "
            f"{use.static_shared + use.dynamic_shared} B shared, "
            f"{use.spill_stores + use.spill_loads} B spilled, "
            f"occupancy {use.occupancy.share:.0%} ({', '.join(use.occupancy.limiters)})"
            for use in self.kernels
        )

    def parts(self) -> Sequence[Resources]:
        return self.kernels
