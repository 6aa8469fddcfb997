"""`explore`, the entry point of the Python API, and `Exploration`, what it returns."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tvm

from gpusim.errors import UserError, nearest

from ..analyses.verification.verdict import MACHINE, SERIAL, Verdict
from ..analyses.verification.verify import verify_rung
from ..core.files import write_text
from ..core.kernel import Kernel, kernels_of
from ..core.ladder import Rung
from ..core.target import CPU, Target, kind_and_arch
from ..sources.computations import Computation, ScheduleSource
from ..sources.input_values import Own
from ..sources.kernel_files import FileRung
from ..sources.names import find_step, is_file, is_kernel_file, resolve_rung
from ..sources.schedule_source import OwnRung, as_rung
from ..views import html
from .results import (
    Accesses,
    Diff,
    InstructionCounts,
    Predicted,
    ResourceUse,
    Speedups,
    Steps,
    Tuned,
    Why,
)

if TYPE_CHECKING:
    import tvm

    from ..core.launch import Launch
    from ..core.target import Target
    from ..lowering.pass_effect import PassEffect
    from ..measure.timing import Timing
    from ..synthesis.advised import Advised
    from ..synthesis.found import Found

# A tuning space: the candidate values of each number by its name, or a function that defines them.
Space = Mapping[str, Sequence[Any]] | Callable[[Any], None]


def code(level: str, doc: str) -> property:
    """An exploration's code at a level."""
    return property(lambda self: self.text(level), doc=doc)


class Exploration:
    """A schedule at one shape and target, at one of its steps, by default the last.

    A kernel in a file has one step.

    `exploration["name"]` is the same schedule at another step; iterating yields every step. Code is
    generated on first use. If the step is not a kernel yet, everything that needs one raises
    NoKernel, a UserError that names what is missing.
    """

    def __init__(self, given: Given, kernels: Sequence[Kernel] | None = None) -> None:
        self._given, self._rung = given, given.rung
        self._kernels = list(kernels or kernels_of(given.rung, given.shape, given.arch))
        steps = [kernel.step for kernel in self._kernels]
        position = steps.index(find_step(steps, given.step)) if given.step else len(steps) - 1
        self.kernel = self._kernels[position]

    # --- identity ---------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """'LADDER:RUNG:STEP', or the reference of a kernel in a file."""
        return self.kernel.short_name

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.kernel.workload.shape)

    @property
    def step(self) -> str:
        """The name of the current step."""
        return self.kernel.step.name

    @cached_property
    def steps(self) -> Steps:
        """All steps and what each one changed."""
        return Steps.of(self._kernels)

    def __getitem__(self, step: str | int) -> Exploration:
        """The same schedule at the step with this name, label or number (from 1)."""
        return Exploration(replace(self._given, step=str(step)), self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __iter__(self) -> Iterator[Exploration]:
        return (self[kernel.step.index] for kernel in self._kernels)

    def __repr__(self) -> str:
        shape = f" at {','.join(map(str, self.shape))}" if self.shape else ""
        kernel = self.kernel.launch or self.problem or f"for {self.arch}"
        number = f"step {self.kernel.step.index} of {len(self._kernels)}"
        return f"<{self.name}{shape} on {self.arch}: {kernel}; {number}>"

    def _repr_html_(self) -> str:
        """The steps, for a notebook."""
        return html.whole(html.head(repr(self).strip("<>")), self.steps.html())

    # --- levels -----------------------------------------------------------------------------------

    @property
    def arch(self) -> str:
        """The architecture of the generated code, such as 'sm_90'."""
        return self.kernel.target.arch

    @property
    def levels(self) -> list[str]:
        """The levels of `text`, such as 'tir', 'cuda', 'sass'."""
        return self.kernel.levels

    def text(self, level: str) -> str:
        """The code at a level. Raises UserError for an unknown level, NoKernel without a kernel."""
        return self.kernel.text(self.kernel.check_level(level))

    tir = code("tir", "The scheduled TIR, as TVMScript.")
    lowered = code("lowered", "The lowered TIR.")
    asm = code("asm", "The assembly of a CPU kernel.")
    cuda = code("cuda", "The CUDA source.")
    ptx = code("ptx", "The PTX, annotated with the lines of the CUDA source.")
    sass = code("sass", "The SASS, with control codes and the lines of the CUDA source.")

    @property
    def source(self) -> str:
        """The source code: CUDA, or assembly for a CPU."""
        return self.text(self.kernel.source_level)

    @property
    def launches(self) -> tuple[Launch, ...]:
        """The launch configurations; empty if the step is not a kernel."""
        return self.kernel.launches

    @property
    def passes(self) -> list[PassEffect]:
        """What each lowering pass changed; none for a kernel in a file."""
        return list(self.kernel.passes)

    @property
    def problem(self) -> str:
        """Why the step is not a kernel; '' if it is one."""
        return self.kernel.no_kernel

    # --- comparison -------------------------------------------------------------------------------

    def diff(self, other: Any = None, level: str | None = None) -> Diff:
        """The diff from another kernel to this one, by default from the previous step.

        `other` is a step name, an exploration, or anything that `explore` accepts. `level` defaults
        to the code that TVM emits, or to TIR if either step is not a kernel yet.
        """
        return Diff.of(self._other(other).kernel, self.kernel, level)

    def why(self, other: Any = None, chip: str | None = None) -> Why:
        """Why the predicted time on a chip differs from another kernel's; `other` as in `diff`."""
        self._only_gpu("only GPU kernels can be predicted")
        return Why.of(self._other(other).kernel, self.kernel, chip)

    def _other(self, other: Any) -> Exploration:
        if isinstance(other, Exploration):
            return other
        if other is None:
            position = self._kernels.index(self.kernel)
            if not position:
                raise UserError(f"{self.name} is the first step: name the step to compare with")
            return self[self._kernels[position - 1].step.index]
        names = [name for kernel in self._kernels for name in (kernel.step.name, kernel.step.label)]
        if isinstance(other, int) or other in names:
            return self[other]
        if isinstance(other, str) and ":" not in other and "/" not in other and "." not in other:
            raise nearest("step", other, names[::2])
        return Exploration(given(other))

    # --- analyses ---------------------------------------------------------------------------------

    def verify(self, on: Sequence[str] = (SERIAL, MACHINE)) -> Verdict:
        """Run the schedule without a GPU and compare its outputs with the float64 reference.

        'serial' runs every step up to this one as sequential loops. 'machine' simulates this
        step's SASS, which also finds data races, missing barriers and out-of-bounds accesses. A
        ladder's rung runs at small shapes unless a shape was given. The result is true only if the
        verdict is "correct".
        """
        for place in on:
            if place not in (SERIAL, MACHINE):
                raise nearest("place", place, (SERIAL, MACHINE))
        shapes = [self._given.shape] if self._given.shape else None
        return verify_rung(self._rung, shapes, on, self._steps_at)

    def _steps_at(self, shape: Sequence[int]) -> Sequence[Kernel]:
        """The steps up to this one at a shape."""
        kernels = self._kernels
        if tuple(shape) != self.shape:
            kernels = kernels_of(self._rung, shape, self._given.arch)
        steps = [kernel.step for kernel in kernels]
        return kernels[: steps.index(find_step(steps, self.kernel.step.label)) + 1]

    @cached_property
    def accesses(self) -> Accesses:
        """Bank conflicts and sectors of each memory access, summed over the launch."""
        self._only_gpu("warps' memory accesses exist only on a GPU")
        return Accesses.of(self.kernel)

    @cached_property
    def instruction_counts(self) -> InstructionCounts:
        """Wavefronts and sectors of each memory instruction of the SASS, over the launch."""
        self._only_gpu("warps' memory accesses exist only on a GPU")
        return InstructionCounts.of(self.kernel)

    @cached_property
    def resources(self) -> ResourceUse:
        """Registers, spills, shared memory, occupancy, instruction mix."""
        self._only_gpu("registers and occupancy are those of a GPU")
        return ResourceUse.of(self.kernel)

    def predict(self, chip: str | None = None) -> Predicted:
        """The predicted time on a chip, such as h200 or rtx-3090; needs no GPU.

        The default chip is the one for the kernel's architecture.
        """
        self._only_gpu("only GPU kernels can be predicted")
        return Predicted.of(self.kernel, chip)

    def speedups(
        self, lines: Mapping[int, float] | None = None, chip: str | None = None
    ) -> Speedups:
        """The predicted time if lines of the CUDA source were cheaper, each alone.

        `lines` maps a line to the percentage by which it is cheaper; by default the five hottest
        lines, cheaper by 25 to 100 %.
        """
        self._only_gpu("only GPU kernels can be predicted")
        return Speedups.of(self.kernel, chip, lines)

    def advise(self, chip: str | None = None, *, minutes: float = 2.0) -> Advised:
        """What bounds the kernel on a chip, the moves that gain, each compiled and predicted, and
        upper bounds. No move is begun after `minutes`."""
        from ..synthesis.advice import advised

        self._only_gpu("only GPU kernels can be predicted")
        reference = self._given.file or (self._rung.path if type(self._rung) is Rung else "")
        return advised(self.kernel, chip, reference, self._given.shape, 60 * minutes)

    def _only_gpu(self, why: str) -> None:
        if self.kernel.target.on_cpu:
            raise UserError(f"{self.name} is for a CPU: {why}")

    def time(self) -> Timing:
        """The measured time on this machine's GPU, or on its CPU for a CPU kernel.

        The kernel is verified first. Raises NoGpu without a GPU, UserError for a wrong result.
        """
        from ..measure.timing import time_kernel

        return time_kernel(self.kernel)

    def find(
        self,
        chip: str | None = None,
        *,
        minutes: float = 3.0,
        gpu: int = 0,
        going_on: bool = False,
    ) -> Found:
        """Find a schedule for the computation, without a GPU: from nothing, or from this step.

        Parameters
        ----------
        chip : str, optional
            The chip to predict for, by default that of the architecture.
        minutes : float
            When to stop searching; verification follows.
        gpu : int
            How many of the last candidates are timed on this machine's GPU.
        going_on : bool
            Add moves to this step of a generator in a file, in place of beginning anew.

        Raises
        ------
        UserError
            If no kernel can be made of the computation, or there is no GPU to time on.
        """
        from ..synthesis.advice import Subject
        from ..synthesis.found import find, go_on, origin_of

        self._only_gpu("schedules are found for a GPU")
        file = self._given.file
        if going_on:
            source = Subject(self.kernel, file, self._given.shape, file).source
            if source is None:
                raise UserError(f"{self.name} is not a generator in a file of yours")
            return go_on(source, chip, minutes, gpu)
        return find(origin_of(self.kernel, file), chip, self._given.arch, minutes, gpu)

    def tune(
        self,
        space: Space | None = None,
        *,
        trials: int = 200,
        minutes: float = 30.0,
        record: str | Path | None = None,
    ) -> Tuned:
        """Tune the schedule's numbers and sampling decisions by measurement on this machine.

        Parameters
        ----------
        space : dict or callable, optional
            The candidate values of each number by name, or a function of a `cfg` with
            `define_knob`, `define_split` and `restrict` (docs/tuning.md). By default the
            `space` defined next to the schedule in its file. Sampling instructions need no space.
        trials, minutes
            Stop after this many candidates or minutes of measuring, whichever comes first.
        record : path, optional
            The record of all candidates, by default tuning/NAME-DEVICE.jsonl. An existing
            record is continued. A schedule that is not in a file is written to NAME.py beside it.

        Raises
        ------
        UserError
            If there is nothing to tune or an argument is invalid.
        """
        if not self._rung.has_tir:
            raise UserError(f"{self.name} is a kernel file: only a schedule can be tuned")
        for entry in entry_points(group="schedules.tuning"):
            winners, file, path = entry.load()(self._given, space, trials, minutes, record)
            return Tuned(file, str(path), tuple(asdict(winner) for winner in winners))
        raise UserError("tuning needs the package `tune`: reinstall this project")

    def report(self, path: str | Path) -> Path:
        """Write the page, one self-contained HTML file, and return its path."""
        from ..explorer.page import build_rung, page_of

        write_text(
            Path(path), page_of([build_rung(self._rung, self._given.shape, self._given.arch)])
        )
        return Path(path)


def explore(
    x: Any,
    *,
    target: str | Target | tvm.target.Target | None = None,
    shape: Sequence[int] | int | None = None,
    step: str | None = None,
    computation: Any = None,
    reference: Callable[..., Any] | None = None,
    inputs: Any = None,
    tolerance: Any = None,
    name: str | None = None,
) -> Exploration:
    """Explore a schedule or kernel: steps, code at every level, cost, correctness.

    Parameters
    ----------
    x
        An `s_tir.Schedule`; a generator function over one that yields step names; an IRModule or a
        PrimFunc (scheduled by hand, by dlight, by MetaSchedule; TVMScript; TIRx); a list of TE
        tensors; a function that returns one of these; a file, 'FILE.py[:NAME[:STEP]]', .cu, .ptx
        or .cubin; a rung of a ladder, 'gemm/sgemm_tvm:vthread[:STEP]'.
    target : optional
        'cuda', 'llvm', an architecture ('sm_80', 'x86-64-v3'), or TVM's own target.
    shape : ints, optional
        The problem's size where `x` or its computation is a function of one, or has symbolic
        extents.
    step : str, optional
        The step to look at, by default the last.
    computation : optional
        The computation that a generator schedules, or that a finished schedule started from; by
        default the `workload` of the generator's module. Without it, a finished schedule has only
        the lowering passes as steps, because a schedule does not record its original computation.
    reference, inputs, tolerance : optional
        `reference(*inputs)` returns the expected outputs, `inputs(rng)` the inputs, and
        `tolerance(*inputs)` the allowed absolute error per element (0: equal to the reference
        rounded to the output's dtype). `tolerance` and `inputs` may also be arrays or numbers.
        `inputs` may be a dict that describes arguments by name: a range (low, high), 'zeros',
        'normal', 'permutation', 'FILE.npy', an array, or a function of (rng, shape, dtype). By
        default all three follow from the computation. They replace those of a FILE.py or
        FILE.toml; a ladder's rung does not accept them.
    name : str, optional
        The schedule's name, by default the function's.

    Raises
    ------
    UserError
        If an argument is invalid; the message is one line.
    """
    own = Own.of(reference, inputs, tolerance)
    return Exploration(given(x, target, shape, step, computation, own, name))


# --- turns the arguments of explore into a rung at a shape on a target ----------------------------


@dataclass(frozen=True)
class Given:
    """A rung with the shape, architecture and step to explore; None selects the default."""

    rung: Rung
    shape: tuple[int, ...] | None = None
    arch: str | None = None
    step: str | None = None
    # 'FILE.py:NAME' if the schedule is in a file.
    file: str = ""
    # Otherwise the definitions that a file with this schedule would contain.
    defines: Mapping[str, Any] = field(default_factory=dict)


def given(
    x: Any,
    target: Any = None,
    shape: Sequence[int] | int | None = None,
    step: str | None = None,
    computation: Any = None,
    own: Own = Own(),
    name: str | None = None,
) -> Given:
    """Resolve the arguments of `explore`; raises UserError for invalid ones."""
    kind, arch = kind_and_arch(target)
    sizes = sizes_of(shape)
    if own.reference is not None and not callable(own.reference):
        raise UserError("`reference` must be a function of the inputs")
    defines: dict[str, Any] = {}
    if isinstance(x, str | Path):
        text = str(x)
        if is_kernel_file(text):
            if sizes or kind == CPU:
                raise UserError(f"{text} is a kernel file: it takes no shape and no CPU")
            if computation is not None:
                raise UserError(f"{text} is a kernel file: leave out `computation`")
            return Given(FileRung.load(text, own=own), None, arch)
        if computation is not None:
            raise UserError(f"{text} names its own computation: leave out `computation`")
        named = resolve_rung(text, sizes)
        rung, step = with_own(named.rung, own), step or named.step
    else:
        own_name = name or _name_of(x)
        if computation is None and inspect.isgeneratorfunction(x):
            computation = x.__globals__.get("workload")
        rung = as_rung(x, ScheduleSource(own_name, "own", own_name, computation, own, sizes, kind))
        beside = {"workload": computation, **asdict(own), "target": kind}
        defines = {own_name: x} | {k: value for k, value in beside.items() if value is not None}
    if kind and kind != rung.target:
        if not isinstance(rung, OwnRung):
            raise UserError(f"{rung.path} is scheduled for {rung.target}, not for {kind}")
        rung = replace(rung, target=kind)
    file = f"{str(x).partition(':')[0]}:{rung.name}" if isinstance(x, str | Path) else ""
    return Given(rung, sizes, arch, step, file if is_file(file) else "", defines)


def sizes_of(shape: Any) -> tuple[int, ...] | None:
    """A shape as a tuple of ints; raises UserError for extents that are not integers."""
    if shape is None:
        return None
    try:
        return tuple(map(operator.index, shape if isinstance(shape, Iterable) else (shape,)))
    except TypeError:
        raise UserError(f"shape {shape!r}: every extent must be an integer") from None


def with_own(rung: Rung, own: Own) -> Rung:
    """The rung with the reference, inputs or tolerance of its file replaced.

    Raises UserError for a ladder's rung, whose workload defines them.
    """
    replaced = {name: value for name, value in vars(own).items() if value is not None}
    if not replaced:
        return rung
    workload = rung.workload
    if not isinstance(workload, Computation):
        raise UserError(
            f"{rung.path}: {workload} defines reference, inputs and tolerance: leave yours out"
        )
    changed = replace(workload.own, **replaced)
    kind = type(workload) if changed.reference is None else Computation
    return replace(rung, workload=kind(workload.func, workload.sizes, workload.remake, changed))


def _name_of(x: Any) -> str:
    attrs = getattr(x, "attrs", None)
    name = str(attrs.get("global_symbol", "")) if attrs else getattr(x, "__name__", "")
    return name if name.isidentifier() and name != "main" else "schedule"
