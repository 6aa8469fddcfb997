"""`Kernel`: code with its launches and arrays on a target, at every level.

A step of a schedule and a kernel in a file are both kernels: what works for one works for the
other. TVM is loaded only for schedules, since loading it takes longer than verifying a small file.
"""

from __future__ import annotations

import math
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gpusim.chips import occupancy
from gpusim.errors import NoTool, UserError
from gpusim.isa.sass import Instruction, disassemble

from ..analyses.resources import Resources, intensity, reported, resources_of
from ..compile.compiler import Compiler
from ..compile.listing import Compiled, Cuda, ptx_listing, sass_listing, text_fingerprint
from .errors import LimitError, LoweringError, NoKernel
from .gpu import rotating_sets
from .ladder import Step, steps
from .launch import Launch
from .problem import RANDOM, Problem
from .target import LEVELS, check_level, levels_of, source_level

if TYPE_CHECKING:
    import numpy as np

    from gpusim.counting.costs import LaunchCounts
    from gpusim.launch import Call, Module, Options
    from gpusim.timing.advice import Advice
    from gpusim.timing.constants import Constants
    from gpusim.timing.prediction import Prediction, Recording

    from ..analyses.accesses import KernelAccesses
    from ..lowering.lower import Executable, Lowered, LoweredCpu
    from ..lowering.pass_effect import PassEffect
    from ..workloads import Workload
    from .ladder import Rung
    from .target import Target

# The chip for which times are predicted by default.
DEFAULT_CHIP = "h200"
# Maximum bytes of inputs to generate for counting accesses whose addresses depend on data.
MOST_DATA = 1 << 28


def why_not(make: Callable[[], Any]) -> str:
    """Why something cannot be made: the text of the UserError that `make` raises; '' for none."""
    try:
        make()
    except UserError as error:
        return str(error)
    return ""


class Kernel(ABC):
    """A step of a rung at a shape on a target: code at every level, launches, costs.

    `ScheduledKernel` generates the code from a schedule; `FileKernel` (sources/kernel_files.py)
    reads it from a file. Each level is generated once, on first use.
    """

    rung: Rung
    step: Step
    workload: Workload
    target: Target
    # Why the step is not a kernel; '' if it is.
    no_kernel: str = ""
    # Why there is no machine code; '' if there is.
    no_machine_code: str = ""
    # Ladder, rung, shape and fingerprint, by which records have its time; () if none has.
    record_key: tuple = ()
    # The hash that identifies the kernel's code.
    fingerprint: str
    # The compiler that made the code, such as 'NVRTC 13.0'; '' for a cubin.
    compiler_version: str
    # Rung or file, step ('' for a file), shape and architecture.
    place: tuple[str, str, tuple[int, ...], str]
    # 'LADDER:RUNG:STEP at SHAPE' or a file's reference, for messages.
    name: str

    @property
    def short_name(self) -> str:
        """The same without the shape."""
        return ":".join(filter(None, self.place[:2]))

    # --- code -------------------------------------------------------------------------------------

    # The levels of `text`, such as 'tir', 'cuda', 'sass'; that of the source code: of TVM's text,
    # or the file's own.
    levels: list[str]
    source_level: str
    # The source code for the target; None if the step is not a kernel.
    source: str | None
    # TIR, lowered TIR and lowering passes; a kernel in a file has none.
    tir: str | None = None
    lowered: str | None = None
    passes: Sequence[PassEffect] = ()
    # PTX, cubin and the compiler's report; raises as `Compiler.compile`.
    machine: Compiled
    # Instructions by kernel; raises as `machine`.
    sass: Mapping[str, Sequence[Instruction]]
    # The CUDA source as it is shown, with its line numbers, and its lines; empty if there is none.
    cuda: Cuda
    cuda_lines: list[str]

    @abstractmethod
    def check_level(self, level: str) -> str:
        """Returns the level; raises UserError if the kernel does not have it."""

    @abstractmethod
    def text(self, level: str) -> str:
        """The code at a level; raises UserError if the kernel does not have it."""

    @abstractmethod
    def texts(self) -> dict[str, str]:
        """TIR, lowered TIR and source; without those that the step does not have."""

    @property
    def shown_code(self) -> Mapping[str, Sequence[Instruction]]:
        """The instructions that are shown, of those in `sass`."""
        return self.sass

    # --- launches and arrays ----------------------------------------------------------------------

    # The launch configurations in order; empty if the step is not a kernel.
    launches: tuple[Launch, ...]
    # The launches as the simulator runs them.
    module: Module
    # Each array's role by name, in the order of the parameters: 'in', 'out' or 'inout'.
    roles: Mapping[str, str]
    # Least bytes moved: every input read once, every output written once.
    least_bytes: int

    @property
    def launch(self) -> str:
        """The launches, for tables."""
        return "; ".join(launch.brief for launch in self.launches)

    @abstractmethod
    def inputs(self) -> Mapping[str, np.ndarray]:
        """The data of the arrays in the first run of `verify`, by name."""

    # --- verification -----------------------------------------------------------------------------

    @abstractmethod
    def problem(self, kind: str = RANDOM, seed: int = 0) -> Problem:
        """Inputs of a kind with what they must give; raises UserError if there are none."""

    @abstractmethod
    def memory(self, inputs: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
        """All arrays before the launches: those that are read, in order, and the others."""

    @property
    def options(self) -> Options:
        """What the simulator assumes about the code."""
        from gpusim.launch import Options

        return Options(count=False)

    def steps(self, memory: Any) -> Iterator[Call]:
        """The launches in order; a host may set and read arrays of `memory`, by its `fill` and
        `array`, between them."""
        yield from self.module.calls

    @property
    def launches_once(self) -> bool:
        return len(self.module.calls) == 1

    def checked(self, call: Call, options: Options) -> tuple[Call, Options]:
        """A launch and the options of its run, with what only the source tells."""
        return call, options

    # --- what it costs ----------------------------------------------------------------------------

    @cached_property
    def instruction_counts(self) -> tuple[LaunchCounts, ...]:
        """The cost of every memory instruction of each launch, summed over its blocks.

        Raises UserError as `module`, for an instruction that the simulator does not support, and if
        the costs depend on data that another launch computes, or on more than MOST_DATA.
        """
        from gpusim.exact_counts import module_counts

        return module_counts(self.module, self.inputs)

    @cached_property
    def uncounted(self) -> str:
        """Why there are no `instruction_counts`; '' if there are."""
        return why_not(lambda: self.instruction_counts)

    @property
    def shown_counts(self) -> Sequence[LaunchCounts]:
        """`instruction_counts` with the line numbers of the CUDA text as shown."""
        return self.instruction_counts

    @cached_property
    def accesses(self) -> list[KernelAccesses]:
        """Memory accesses with their costs over each launch, or why these are `uncounted`.

        Raises UserError for a step without a kernel.
        """
        from ..analyses.accesses import KernelAccesses, kernel_accesses

        launches = self.launches
        if self.uncounted:
            return [KernelAccesses(launch, (), None, self.uncounted) for launch in launches]
        text = None if self.tir is None else self.cuda
        pairs = zip(launches, self.shown_counts, strict=True)
        return [kernel_accesses(launch, counted, text) for launch, counted in pairs]

    @property
    def resources(self) -> list[Resources]:
        """Registers, shared memory, occupancy and instruction mix of each launched kernel."""
        return self.resources_with({})

    @abstractmethod
    def resources_with(self, moved: Mapping[str, float]) -> list[Resources]:
        """`resources` with the bytes moved at each level of the memory hierarchy."""

    def predict(self, chip: str | None = None, *, rotated: bool = True) -> Prediction:
        """The predicted time on a chip, for launches back to back as in `bench`.

        The default chip is the one for the kernel's architecture. With `rotated`, successive
        launches use different arrays, which L2 does not hold, as in `bench`.

        Raises UserError as `module`, for a chip of another architecture or without constants, and
        for a kernel that the model does not support.
        """
        from gpusim.timing.prediction import predict

        return predict(self.module, *self._running(chip, rotated), self.inputs)

    def recordings(
        self,
        chip: str | None = None,
        resident_blocks: Callable[[int], int] = lambda blocks: blocks,
    ) -> list[Recording]:
        """The launches as recorded for a chip, for simulation; raises like `predict`.

        `resident_blocks` maps the number of blocks that an SM holds at once to another number.
        """
        from gpusim.timing.prediction import recordings

        on, blocks, set_bytes = self._running(chip)
        resident = [resident_blocks(count) for count in blocks]
        return recordings(self.module, on, resident, set_bytes, self.inputs)

    def advise(self, chip: str | None = None) -> Advice:
        """What bounds the kernel on a chip, and upper bounds; raises like `predict`."""
        from gpusim.timing.advice import advise

        return advise(
            self.recordings(chip),
            lambda resident_blocks: self.recordings(chip, resident_blocks),
            self.least_bytes,
        )

    def _running(
        self, chip: str | None, rotated: bool = True
    ) -> tuple[Constants, list[int], float]:
        """A chip's constants, resident blocks per SM of each launch, and bytes between launches."""
        from gpusim.timing.constants import chip_of, constants

        on = constants(chip or chip_of(self.target.arch))
        if on.architecture != self.target.arch:
            raise UserError(
                f"no prediction: {on.name} runs {on.architecture}, and {self.name} is for "
                f"{self.target.arch}"
            )
        size = self.least_bytes
        resident = [
            occupancy(
                self.target.chip,
                math.prod(call.block),
                call.image.registers,
                call.image.static_shared + call.dynamic_shared,
            ).blocks
            for call in self.module.calls
        ]
        return on, resident, size * (rotating_sets(size, on.l2_size) if rotated else 1)


class ScheduledKernel(Kernel):
    """A step of a schedule, lowered by TVM. A step that is not a kernel has only TIR."""

    def __init__(
        self,
        rung: Rung,
        step: Step,
        workload: Workload,
        target: Target,
        compiler: Compiler | None = None,
    ) -> None:
        self.rung = rung
        self.step = step
        self.workload = workload
        self.target = target
        self.compiler = compiler or Compiler(target)
        self._emitted: dict[str, Lowered | LoweredCpu | UserError] = {}

    @property
    def name(self) -> str:
        size = f" at {self.shape}" if self.shape else ""
        return f"{self.rung.path}:{self.step.label}{size}"

    @property
    def place(self) -> tuple[str, str, tuple[int, ...], str]:
        shape = tuple(self.workload.shape)
        return self.rung.path, self.step.name, shape, self.target.arch

    @property
    def shape(self) -> str:
        """'M,N,K', as on the command line."""
        return ",".join(map(str, self.workload.shape))

    # --- TIR and source text ----------------------------------------------------------------------

    @cached_property
    def tir(self) -> str:
        """The scheduled module as TVMScript, after the step's lowering passes if it has any."""
        from ..lowering.passes import script

        if self.step.passes:
            return script(self.lowering.passes[self.step.passes - 1].after)
        return script(self.step.mod)

    def lowering_for(self, kind: str) -> Lowered | LoweredCpu:
        """The module lowered for a target kind; raises NoKernel, LimitError, LoweringError."""
        from ..lowering.lower import lower, lower_cpu

        if kind not in self._emitted:
            to = lower_cpu if self.target.on_cpu else lower
            try:
                target = self.target.of_kind(kind)
                self._emitted[kind] = to(self.step.mod, self.rung.build, target)
            except (NoKernel, LimitError, LoweringError) as error:
                self._emitted[kind] = error
        lowering = self._emitted[kind]
        if isinstance(lowering, UserError):
            raise lowering
        return lowering

    @property
    def lowering(self) -> Lowered | LoweredCpu:
        """The module lowered for the kernel's own target; raises as `lowering_for`."""
        return self.lowering_for(self.target.kind)

    @property
    def no_kernel(self) -> str:
        return self.no_kernel_for(self.target.kind)

    def no_kernel_for(self, kind: str) -> str:
        """Why the step is not a kernel of a target kind; '' if it is."""
        return why_not(lambda: self.lowering_for(kind))

    @cached_property
    def lowered(self) -> str | None:
        """The lowered TIR; None if TVM rejects the module."""
        from ..lowering.lower import lower_unbound

        return lower_unbound(self.step.mod) if self.no_kernel else self.lowering.tir

    @cached_property
    def source(self) -> str | None:
        return None if self.no_kernel else self.text(self.source_level)

    @property
    def launches(self) -> tuple[Launch, ...]:
        return () if self.no_kernel else self.lowering.launches

    @property
    def levels(self) -> list[str]:
        return levels_of(self.target.kind)

    @property
    def source_level(self) -> str:
        return source_level(self.target.kind)

    def check_level(self, level: str) -> str:
        return check_level(level, self.target.kind)

    def text(self, level: str) -> str:
        """The code at a level; raises NoKernel with the reason if the step has none."""
        if level == "tir":
            return self.tir
        kind = LEVELS[level].emitted_for or self.target.kind
        if no_kernel := self.no_kernel_for(kind):
            # A step that is not a kernel is lowered as plain loops, unless TVM refuses that, too.
            text = self.lowered if level == "lowered" else None
            if text is None:
                raise NoKernel(f"step {self.step.name}: {no_kernel}")
            return text
        if level == "lowered":
            return self.lowered
        if level == "ptx":
            return ptx_listing(self.cuda, self.machine.ptx)
        if level == "sass":
            return sass_listing(self.cuda, self.sass)
        lowering = self.lowering_for(kind)
        return getattr(lowering, level) if self.target.on_cpu else lowering.kernel_source

    def texts(self) -> dict[str, str]:
        by_level = {"tir": self.tir, "lowered": self.lowered, self.source_level: self.source}
        return {level: text for level, text in by_level.items() if text is not None}

    def heading(self, level: str) -> list[str]:
        step, build = self.step, self.rung.build.describe()
        lines = [f"why: {step.why}"] if step.why else []
        if level == "tir" and step.passes:
            return [*lines, f"after {step.passes} lowering passes"]
        if level == "tir":
            return [*lines, "since the previous step:", *(f"  {line}" for line in step.primitives)]
        kind = LEVELS[level].emitted_for or self.target.kind
        # The architecture, for source languages that depend on it.
        arch = f" {self.target.arch}" if kind == self.target.kind else ""
        by = f", compiled by {self.compiler_version}" if level in ("ptx", "sass") else ""
        lines += [f"target: {kind}{arch}{by}", *([f"build: {build}"] if build else [])]
        if no_kernel := self.no_kernel_for(kind):
            return [*lines, no_kernel]
        launches = self.lowering_for(kind).launches
        return [*lines, *(f"launch {launch.kernel}: {launch}" for launch in launches)]

    @cached_property
    def passes(self) -> list[PassEffect]:
        """The effect of each lowering pass; raises as `lowering_for`."""
        from ..lowering.passes import pass_effects

        return pass_effects(self.lowering.passes)

    @cached_property
    def fingerprint(self) -> str:
        """The hash of the source; raises as `lowering_for`."""
        return text_fingerprint(self.lowering.asm if self.target.on_cpu else self.lowering.source)

    @property
    def record_key(self) -> tuple:
        return (self.rung.ladder, self.rung.name, tuple(self.workload.shape), self.fingerprint)

    # --- machine code -----------------------------------------------------------------------------

    @cached_property
    def machine(self) -> Compiled:
        return self.compiler.compile(self.lowering.source)

    @cached_property
    def sass(self) -> Mapping[str, Sequence[Instruction]]:
        return disassemble(self.machine.cubin)

    @property
    def cuda(self) -> Cuda:
        return Cuda(self.lowering.source)

    @property
    def cuda_lines(self) -> list[str]:
        return self.text("cuda").splitlines()

    @property
    def compiler_version(self) -> str:
        return self.compiler.version

    @property
    def least_bytes(self) -> int:
        return self.workload.bytes

    @cached_property
    def module(self) -> Module:
        """The launches for the simulator, with line numbers of the CUDA text as shown.

        Raises as `machine`, and UserError for an architecture that the simulator does not support.
        """
        from ..lowering.host_calls import host_calls, simulated_module

        cuda = self.cuda
        sass = {
            name: [
                instruction._replace(line=cuda.number(instruction.line), frames=())
                for instruction in instructions
            ]
            for name, instructions in self.sass.items()
        }
        host = host_calls(self.lowering.host)
        return simulated_module(host, self.launches, sass, self.machine.cubin)

    @cached_property
    def no_machine_code(self) -> str:
        return why_not(lambda: self.sass)

    @cached_property
    def executable(self) -> Executable:
        """The compiled module; call `executable["main"](*inputs, *outputs)`."""
        if self.target.on_cpu:
            return self.lowering.executable()
        return self.lowering.executable(lambda _source: self.machine.cubin)

    # --- what it costs ----------------------------------------------------------------------------

    def inputs(self) -> dict[str, np.ndarray]:
        import numpy as np

        size = sum(
            math.prod(buffer.shape) * np.dtype(buffer.dtype).itemsize
            for buffer in self.module.buffers
        )
        if size > MOST_DATA:
            raise LimitError(
                f"the cost of {self.name} depends on its data, {size / 2**20:,.0f} MiB of at most "
                f"{MOST_DATA / 2**20:,.0f} MiB: use a smaller --shape"
            )
        inputs = self.workload.inputs(np.random.default_rng(0))
        return dict(zip(self.roles, inputs, strict=False))

    @cached_property
    def roles(self) -> dict[str, str]:
        names = [str(param.name) for param in self.step.mod["main"].params]
        first = len(names) - len(self.workload.outputs())
        return {name: "in" if at < first else "out" for at, name in enumerate(names)}

    def problem(self, kind: str = RANDOM, seed: int = 0) -> Problem:
        import numpy as np

        return Problem.of(self.workload, np.random.default_rng(seed), kind)

    def memory(self, inputs: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
        """Outputs and workspaces are poisoned."""
        from ..lowering.lower import poisoned

        made = zip(list(self.roles)[len(inputs) :], self.workload.outputs(), strict=True)
        arrays = dict(zip(self.roles, inputs, strict=False))
        arrays |= {name: poisoned(*output) for name, output in made}
        spaces = (buffer for buffer in self.module.buffers if buffer.workspace)
        return arrays | {space.name: poisoned(space.shape, space.dtype) for space in spaces}

    @cached_property
    def resources(self) -> list[Resources]:
        from ..analyses.accesses import traffic

        return self.resources_with(traffic(self.accesses))

    def resources_with(self, moved: Mapping[str, float]) -> list[Resources]:
        per_byte = intensity(self.workload, moved)
        used = reported(self.machine.log)
        return resources_of(self.launches, self.target, used, self.sass, self.cuda, per_byte)


def kernel_of(
    rung: Rung, step: Step, workload: Workload, target: Target, compiler: Compiler | None = None
) -> Any:
    """A step of a rung as a kernel."""
    return (rung.kernel_type or ScheduledKernel)(rung, step, workload, target, compiler)


def kernels_of(
    rung: Rung,
    shape: Sequence[int] | None = None,
    arch: str | None = None,
    parts: Iterable[Step] | None = None,
) -> list[Any]:
    """A rung's steps (or only `parts`) as kernels, at a shape, for an architecture."""
    workload, target = rung.at(shape), rung.lowered_for(arch)
    walked = steps(rung, workload, target=target) if parts is None else parts
    made: list[Any] = []
    for step in walked:
        kernel = kernel_of(rung, step, workload, target)
        if made and step.mod and step.mod.same_as(made[-1].step.mod):
            # Passes of the same module: it is lowered only once.
            kernel._emitted = made[-1]._emitted
        made.append(kernel)
    return made


def last_kernel(
    rung: Rung, workload: Workload, target: Target, compiler: Compiler | None = None
) -> Any:
    """A rung's finished kernel."""
    last = steps(rung, workload, target=target)[-1]
    return kernel_of(rung, last, workload, target, compiler)


def raise_failure(_what: str, error: Exception) -> None:
    raise error


# Takes the name of a rung that cannot be compiled, verified or timed, and the error.
Failed = Callable[[str, Exception], None]


def compiled_kernels(
    rungs: Iterable[tuple[Rung, Workload]], compiler: Compiler, failed: Failed = raise_failure
) -> list[ScheduledKernel]:
    """The rungs' finished kernels, compiled in parallel, without those that `failed` is told of."""
    kernels = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        started = []
        for rung, workload in rungs:
            try:
                kernel = last_kernel(rung, workload, compiler.target, compiler)
                started.append((kernel, pool.submit(compiler.compile, kernel.lowering.source)))
            except Exception as error:  # of this rung; the others are still compiled
                failed(f"{rung.path} at {workload.shape}", error)
        for kernel, compiling in started:
            try:
                compiling.result()
                kernels.append(kernel)
            except NoTool:
                raise
            except Exception as error:
                failed(f"{kernel.rung.path} at {kernel.workload.shape}", error)
    return kernels


# --- the effect of a step: which levels it changed since the previous step ------------------------


@dataclass(frozen=True)
class Effect:
    """Which levels a step changed; None for a level that either step does not have."""

    tir: bool
    lowered: bool | None
    source: bool | None
    launch: bool | None

    @property
    def idle(self) -> bool:
        """Whether both steps are kernels and are identical."""
        return self.source is False and not self.launch


def effects(kernels: Iterable[Kernel]) -> Iterator[Effect | None]:
    """The effect of each step; None for the first."""
    before: Kernel | None = None
    for kernel in kernels:
        yield None if before is None else effect(before, kernel)
        before = kernel


def effect(before: Kernel, after: Kernel) -> Effect:
    """The difference between two kernels."""

    def changed(old, new) -> bool | None:
        return None if old is None or new is None else old != new

    return Effect(
        tir=before.tir != after.tir,
        lowered=changed(before.lowered, after.lowered),
        source=changed(before.source, after.source),
        launch=changed(before.launches or None, after.launches or None),
    )


def idle_steps(kernels: Sequence[Kernel]) -> list[Step]:
    """Steps without an effect on the kernel that do not declare so."""
    return [
        kernel.step
        for kernel, change in zip(kernels, effects(kernels), strict=True)
        if change is not None and change.idle and not kernel.step.no_effect
    ]


def false_claims(kernels: Sequence[Kernel]) -> list[Step]:
    """Steps that declare NO_EFFECT but have an effect."""
    return [
        kernel.step
        for kernel, change in zip(kernels, effects(kernels), strict=True)
        if kernel.step.no_effect and not (change is not None and change.idle)
    ]
