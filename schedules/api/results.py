"""What an exploration returns: steps, lowering passes, costs, differences, predicted times, winners
of tuning."""

from __future__ import annotations

import difflib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

from markupsafe import Markup

from gpusim.columns import CUT, FIRST, LEFT_OUT, Column, Entry, Hidden, time_text
from gpusim.counting.costs import GLOBAL, SHARED, InstructionCount, LaunchCounts, counters
from gpusim.errors import UserError, nearest
from gpusim.timing.causes import ENOUGH, Cause, Explanation, Side, explain
from gpusim.timing.constants import chip_of, constants
from gpusim.timing.prediction import InstructionTime, LaunchTime, Prediction
from gpusim.timing.what_if import time_if

from ..analyses.accesses import LOAD, STORE, Access, KernelAccesses, Total, beside, totals
from ..analyses.resources import Resources
from ..analyses.verification.verdict import Verdict
from ..core.data import plain, scalars
from ..core.kernel import Effect, effects
from ..core.launch import Launch
from ..core.results import Record, Result
from ..lowering.pass_effect import PassEffect
from ..measure.records import rows_by_kernel
from ..processes.worker import PROCESSES
from ..views import html

if TYPE_CHECKING:
    from ..core.kernel import Kernel

RESULTS = Path(__file__).parents[2] / "docs" / "results"
# How many instructions of a prediction a notebook shows.
MOST_INSTRUCTIONS = 12


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

    def _changes(self) -> str:
        """The levels that the step changed, as 'tir, lowered, source'; 'all' for the first step."""
        if self.changed is None:
            return "all"
        if self.changed.idle:
            return "nothing" if self.no_effect else "nothing in the kernel"
        return ", ".join(name for name, differs in asdict(self.changed).items() if differs)

    changes = Column("changes", of=_changes, after="step")

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

    kind: ClassVar[str] = "passes"
    passes: Sequence[PassEffect]

    def parts(self) -> Sequence[PassEffect]:
        return self.passes


@dataclass(frozen=True)
class Explored:
    """The steps of a schedule and its verification.

    `problem` is the reason if the last step is not a kernel.
    """

    kind: ClassVar[str] = "explorations"
    reference: str
    steps: tuple[StepInfo, ...]
    verification: Verdict
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


# --- predicted times ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Predicted(CostOfAStep):
    """Predicted time of a step on a chip, in microseconds.

    `compiler` generated the predicted SASS. `recorded_us` is the measured time of the same kernel,
    compiled by `recorded_compiler`, or None. `prediction` is None if the model cannot predict the
    kernel; `problem` says why.
    """

    kind: ClassVar[str] = "predictions"
    prediction: Prediction | None = None
    compiler: str = ""
    recorded_us: float | None = None
    recorded_compiler: str | None = None

    @classmethod
    def of(cls, kernel: Kernel, chip: str | None = None) -> Predicted:
        """Raises UserError for a kernel or chip that the model does not support."""
        on = constants(chip or chip_of(kernel.target.arch))
        predicted = kernel.predict(on.name)
        # Reading all records takes longer than predicting a small kernel file, which has no row.
        key = kernel.record_key
        row = rows_by_kernel(on.device, RESULTS).get(key, {}) if key else {}
        recorded = row.get("time_us"), row.get("compiler")
        return cls(*kernel.place, "", predicted, kernel.compiler_version, *recorded)

    @property
    def known(self) -> Prediction:
        """The prediction; raises UserError if there is none."""
        if self.prediction is None:
            raise UserError(self.problem)
        return self.prediction

    @property
    def between(self) -> tuple[float, float]:
        """The error band of the prediction: lowest and highest time in microseconds."""
        return self.known.between

    def __repr__(self) -> str:
        low, high = map(time_text, self.between)
        where = f"{self.name} on {self.known.chip}"
        return f"{where}: predicted {time_text(self.us)}, between {low} and {high}"

    us = Column("predicted", of=lambda it: it.known.us, text=lambda us: time_text(us) if us else "")
    range_text = Column(
        "between", of=lambda it: " to ".join(map(time_text, it.between)), narrow=LEFT_OUT
    )
    bound = Column("bound by", of=lambda it: it.known.bound, narrow=LEFT_OUT)
    recorded_text = Column(
        "recorded", of=lambda it: time_text(it.recorded_us) if it.recorded_us else ""
    )
    off_by = Column(
        "error", of=lambda it: it.us / it.recorded_us - 1 if it.recorded_us else None, text="+.0%"
    )

    def _busiest(self) -> str:
        """The two busiest resources of the longest launch."""
        longest = max(self.known.launches, key=lambda launch: launch.us)
        return ", ".join(f"{use.resource} {use.busy:.0%}" for use in busy(longest)[:2])

    busiest = Column("busiest", of=_busiest, narrow=CUT)

    # The loads whose data decide branches or addresses, "" if none do.
    decided_by = Column("depends on data of", of=lambda it: it.known.decided_by, narrow=LEFT_OUT)

    def lines(self) -> list[str]:
        """Lines with the prediction and, if recorded, the measured time of this kernel."""
        lines = [repr(self), self.sure()]
        if self.compiler:
            lines.append(f"compiled by {self.compiler}")
        if self.decided_by:
            lines.append(f"branches or addresses depend on the given inputs: {self.decided_by}")
        if self.recorded_us:
            compiler = self.recorded_compiler
            differs = compiler not in (None, self.compiler)
            by = f", compiled by {compiler}" if differs else ""
            lines.append(f"recorded {self.recorded_text}{by}: {self.off_by:+.0%} off")
        return lines

    def sure(self) -> str:
        """What bounds the kernel, and how many recorded times support the error band."""
        bound, band = self.known.bound, self.known.band
        if not band.rows:
            return f"bound by {bound}; no recorded times of this GPU support the range"
        return f"bound by {bound}; the range holds {band.held:.0%} of {band.rows} recorded times"

    def html(self) -> Markup:
        parts = [html.head(line) for line in self.lines()]
        for launch in self.known.launches:
            parts += [html.head("", launch_text(launch)), html.table(busy(launch))]
        return Markup("").join([*parts, html.table(self.parts()[:MOST_INSTRUCTIONS])])

    def parts(self) -> list[TimePart]:
        """Each instruction's share of the time, largest first."""
        parts = [part for launch in self.known.launches for part in by_instruction(launch, self.us)]
        return sorted(parts, key=lambda part: -part.us)


# --- breakdown of a launch's time -----------------------------------------------------------------


@dataclass(frozen=True)
class Busy:
    """A hardware resource and the fraction of the launch's time for which it is busy."""

    resource: Annotated[str, Column("resource")]
    busy: Annotated[float, Column("busy", ".0%", bar=True)]


@dataclass(frozen=True)
class TimePart:
    """An instruction's, or a CUDA line's, part of a launch's time.

    `share` is the fraction of the whole time, `us` the microseconds, `causes` their stall reasons.
    """

    kernel: str
    line: int | None
    share: Annotated[float, Column("share", ".1%", bar=True)]
    us: Annotated[float, Column("us", narrow=LEFT_OUT)]
    causes: Hidden[Mapping[str, float]]
    instruction: Annotated[str, Column("code", narrow=CUT)]

    place = Column("line", of=lambda it: it.line or "?", after=FIRST)

    def _mostly(self) -> str:
        """The two largest causes, as 'scoreboard 61%, issue 20%'."""
        total = sum(self.causes.values())
        top = Counter(self.causes).most_common(2)
        return ", ".join(f"{name} {us / total:.0%}" for name, us in top)

    mostly = Column("top causes", of=_mostly, after="us")


def busy(launch: LaunchTime) -> list[Busy]:
    """Resources that are busy for at least 1 % of the time, busiest first."""
    shares = Counter(launch.shares).most_common()
    return [Busy(name, share) for name, share in shares if share >= 0.01]


def launch_text(launch: LaunchTime) -> str:
    """A line with a launch's blocks, memory traffic and clock."""
    return (
        f"{launch.kernel}: the busiest SM runs {launch.blocks} blocks, {launch.resident} at once; "
        f"{launch.l2_bytes / 1e6:,.1f} MB through L2, {launch.dram_bytes / 1e6:,.1f} MB through "
        f"DRAM; clock {launch.clock_mhz:,.0f} MHz"
    )


def by_instruction(launch: LaunchTime, whole_us: float) -> list[TimePart]:
    """A launch's time by instruction; shares are of `whole_us` microseconds."""
    return [
        TimePart(
            launch.kernel, time.line, time.us / whole_us, time.us, time.causes, time.instruction
        )
        for time in launch.instructions
    ]


def by_line(launch: LaunchTime, text: Sequence[str]) -> list[TimePart]:
    """A launch's time by line of `text`, its CUDA source."""
    lines: dict[int | None, list[InstructionTime]] = defaultdict(list)
    for time in launch.instructions:
        lines[time.line].append(time)
    parts = []
    for line, times in lines.items():
        causes: Counter[str] = Counter()
        for time in times:
            causes.update(time.causes)
        us = sum(time.us for time in times)
        code = text[line - 1].strip() if line and line <= len(text) else "no line"
        parts.append(TimePart(launch.kernel, line, us / launch.us, us, causes, code))
    return parts


# --- virtual speedups -----------------------------------------------------------------------------

# The parts of a line's cost that are removed in turn, and the lines for which this is done.
PARTS, HOTTEST = (25.0, 50.0, 75.0, 100.0), 5


@dataclass(frozen=True)
class LineSpeedup:
    """A line, its fraction `share` of the time, and predicted times if it were cheaper.

    `times_us` are microseconds by the removed part of the line's cost, such as '50 %'.
    """

    line: Annotated[int, Column("line")]
    share: Annotated[float, Column("share", ".1%", bar=True)]
    times_us: Annotated[
        Mapping[str, float], Column("", lambda us: us if us == "-" else time_text(us), each=True)
    ]
    code: Annotated[str, Column("code", narrow=CUT)]


@dataclass(frozen=True)
class Speedups(CostOfAStep):
    """The predicted time of a step on a chip, `us` microseconds, and with cheaper lines."""

    kind: ClassVar[str] = "speedups"
    chip: str
    us: float
    lines: tuple[LineSpeedup, ...]

    @classmethod
    def of(
        cls, kernel: Kernel, chip: str | None = None, lines: Mapping[int, float] | None = None
    ) -> Speedups:
        """`lines` maps a line to the removed percentage of its cost. By default they are those that
        take or keep others waiting for the longest time, with each of PARTS.

        Raises as `Predicted.of`, and UserError for a line without instructions.
        """
        for line, part in (lines or {}).items():
            if not 0 < part <= 100:
                raise UserError(f"line {line}: between 0 % and 100 % of its cost can be removed")
        on = constants(chip or chip_of(kernel.target.arch)).name
        side = Side(partial(kernel.recordings, on), kernel.cuda_lines)
        # Time of a line, and time in which others wait for its accesses.
        hot: dict[int, float] = defaultdict(float)
        awaited, codes = Counter[int](), dict[int, str]()
        for launch in side.launches:
            awaited.update(launch.waits())
            for share in by_line(launch.time, side.text):
                if share.line:
                    hot[share.line] += share.us
                    codes[share.line] = share.instruction
        hottest = sorted(hot, key=lambda line: -max(hot[line], awaited[line]))[:HOTTEST]
        asked: dict[int, tuple[float, ...]] = dict.fromkeys(hottest, PARTS)
        if lines is not None:
            asked = {line: (part,) for line, part in lines.items()}
        found, launches = [], [each.launch for each in side.launches]
        for line, parts in asked.items():
            if line not in hot:
                raise UserError(f"{kernel.short_name}: line {line} has no instructions")
            times = {f"{part:g} %": time_if(launches, line, part / 100) for part in parts}
            found.append(LineSpeedup(line, hot[line] / side.us, times, codes[line]))
        return cls(*kernel.place, "", on, side.us, tuple(found))

    def parts(self) -> Sequence[LineSpeedup]:
        return self.lines

    def __repr__(self) -> str:
        where = f"{self.name} on {self.chip}"
        return f"{where}: predicted {time_text(self.us)}; with so much less of a line's cost:"


# --- tuning --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tuned(Result):
    """The best candidates, one dict per shape: `key` holds the numbers, `time_us` the time."""

    kind: ClassVar[str] = "winners"
    file: str
    record: str
    winners: tuple[Record, ...]

    def __repr__(self) -> str:
        lines = (f"{winner['key']}: {time_text(winner['time_us'])}" for winner in self.winners)
        return "\n".join([f"{self.file}, recorded in {self.record}", *lines])

    def records(self) -> list[Record]:
        return [{"file": self.file, "record": self.record, **winner} for winner in self.winners]


# --- differences between two kernels --------------------------------------------------------------


@dataclass(frozen=True)
class Diff(Result):
    """The diff between the code of two kernels at one level. True if they differ."""

    kind: ClassVar[str] = "differences"
    first: str
    second: str
    level: str
    before: Hidden[str] = field(repr=False)
    after: Hidden[str] = field(repr=False)

    @classmethod
    def of(cls, before: Kernel, after: Kernel, level: str | None = None) -> Diff:
        """Compare two kernels at a level.

        The default level is that of the source code, SASS if their sources have different levels,
        and TIR if either step is not a kernel yet.

        Raises UserError for a level that either kernel does not have, NoKernel for a step that is
        not a kernel.
        """
        kernels = before, after
        if level is None:
            sources = {kernel.source_level for kernel in kernels}
            level = sources.pop() if len(sources) == 1 else "sass"
            if any(kernel.no_kernel for kernel in kernels):
                level = "tir"
        texts = [kernel.text(kernel.check_level(level)) for kernel in kernels]
        return cls(before.short_name, after.short_name, level, *texts)

    @property
    def text(self) -> str:
        """The unified diff; '' if nothing differs."""
        return unified(self.first, self.before, self.second, self.after)

    def __bool__(self) -> bool:
        return self.before != self.after

    def __str__(self) -> str:
        return self.text

    def html(self) -> Markup:
        note = "" if self else "nothing differs"
        code = html.code(self.text, diff=True) if self else Markup("")
        return html.head(f"{self.first} → {self.second}", f"{self.level} {note}") + code

    diff = Entry(str, lambda it: it.text)


@dataclass(frozen=True)
class Why(Result, Explanation):
    """Why the predicted times of two kernels on a chip differ: the causes, largest first.

    `before_us` is the time of the kernel `first`, `after_us` that of `second`, in microseconds.
    """

    kind: ClassVar[str] = "causes"
    first: str
    second: str
    chip: str

    @classmethod
    def of(cls, before: Kernel, after: Kernel, chip: str | None = None) -> Why:
        """Raises UserError for kernels at different shapes, and as `Kernel.recordings`."""
        shapes = [tuple(kernel.workload.shape) for kernel in (before, after)]
        if shapes[0] != shapes[1]:
            raise UserError(
                f"{before.short_name} is at {shapes[0]} and {after.short_name} at {shapes[1]}: "
                "compare them at one shape"
            )
        on = constants(chip or chip_of(after.target.arch)).name
        sides = [
            Side(partial(kernel.recordings, on), kernel.cuda_lines) for kernel in (before, after)
        ]
        explained = vars(explain(*sides))
        return cls(**explained, first=before.short_name, second=after.short_name, chip=on)

    def parts(self) -> Sequence[Cause]:
        return self.causes

    def __repr__(self) -> str:
        kernels = [(self.before_us, self.first), (self.after_us, self.second)]
        (fast_us, fast), (slow_us, slow) = sorted(kernels)
        lines = [
            f"{slow} takes {slow_us / fast_us:.2f} times as long as {fast} on {self.chip}: "
            f"predicted {time_text(slow_us)} and {time_text(fast_us)}"
        ]
        if self.explained < ENOUGH:
            lines.append(f"{1 - self.explained:.0%} of the difference is not explained")
        return "\n".join(lines)


def unified(old_name: str, old: str, new_name: str, new: str) -> str:
    """A unified diff; '' if the texts are equal."""
    return "".join(
        difflib.unified_diff(
            old.splitlines(keepends=True), new.splitlines(keepends=True), old_name, new_name
        )
    )
