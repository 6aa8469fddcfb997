"""`Kernel`: a step at a shape on a target, with its code at every level."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gpusim.errors import NoTool, UserError
from gpusim.isa.sass import Instruction, disassemble

from ..analyses.accesses.access import KernelAccesses, traffic
from ..analyses.accesses.analysis import analyze
from ..analyses.resources import Resources, intensity, reported, resources_of
from ..compile.compile_errors import Compiled
from ..compile.compiler import Compiler
from ..compile.listing import Cuda, ptx_listing, sass_listing
from ..lowering.emit import Executable
from ..lowering.host_calls import host_calls
from ..lowering.lower import Lowered, LoweredCpu, lower, lower_cpu, lower_unbound
from ..lowering.pass_effect import PassEffect
from ..lowering.passes import pass_effects, script
from ..workloads import Workload
from .errors import LimitError, LoweringError, NoKernel
from .kernel_text import text_fingerprint
from .ladder import Rung
from .launch import Launch
from .levels import LEVELS, source_level
from .machine_code import MachineCode
from .steps import Step, steps
from .target import Target

if TYPE_CHECKING:
    from gpusim.counting.costs import LaunchCounts
    from gpusim.module import Module

# The chip for which times are predicted by default.
DEFAULT_CHIP = "h200"
# Maximum bytes of inputs to generate for counting accesses whose addresses depend on data.
MOST_DATA = 1 << 28


class Kernel(MachineCode):
    """A rung's step at a shape, lowered for a target.

    Each level is generated once, on first use. A step that is not a kernel has only TIR; `problem`
    says why.
    """

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
        """'LADDER:RUNG:STEP at SHAPE', for messages."""
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
        if self.step.passes:
            return script(self.lowering.passes[self.step.passes - 1].after)
        return script(self.step.mod)

    def lowering_for(self, kind: str) -> Lowered | LoweredCpu:
        """The module lowered for a target kind; raises NoKernel, LimitError, LoweringError."""
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
    def problem(self) -> str:
        """Why the step is not a kernel; '' if it is."""
        return self.problem_for(self.target.kind)

    def problem_for(self, kind: str) -> str:
        try:
            self.lowering_for(kind)
        except UserError as error:
            return str(error)
        return ""

    @cached_property
    def lowered(self) -> str | None:
        """The lowered TIR; None if TVM rejects the module."""
        return lower_unbound(self.step.mod) if self.problem else self.lowering.tir

    @cached_property
    def source(self) -> str | None:
        """The source code that TVM emits for the target; None if the step is not a kernel."""
        return None if self.problem else self.text(source_level(self.target.kind))

    @property
    def launches(self) -> tuple[Launch, ...]:
        return () if self.problem else self.lowering.launches

    @property
    def launch(self) -> str:
        """The launches, for tables."""
        return "; ".join(launch.brief for launch in self.launches)

    def text(self, level: str) -> str:
        """The code at a level; raises NoKernel with the step's problem if it has none."""
        if level == "tir":
            return self.tir
        kind = LEVELS[level].emitted_for or self.target.kind
        if problem := self.problem_for(kind):
            # A step that is not a kernel is lowered as plain loops, unless TVM refuses that, too.
            text = self.lowered if level == "lowered" else None
            if text is None:
                raise NoKernel(f"step {self.step.name}: {problem}")
            return text
        lowering = self.lowering_for(kind)
        if level == "lowered":
            return self.lowered
        if isinstance(lowering, LoweredCpu):
            return getattr(lowering, level)
        if level == "ptx":
            return ptx_listing(Cuda(lowering.source), self.machine.ptx)
        if level == "sass":
            return sass_listing(Cuda(lowering.source), self.sass)
        return lowering.kernel_source

    @cached_property
    def passes(self) -> list[PassEffect]:
        """The effect of each lowering pass; raises as `lowering_for`."""
        return pass_effects(self.lowering.passes)

    @cached_property
    def fingerprint(self) -> str:
        """The hash that identifies the kernel in records; raises as `lowering_for`."""
        lowering = self.lowering
        return text_fingerprint(
            lowering.asm if isinstance(lowering, LoweredCpu) else lowering.source
        )

    @property
    def record_key(self) -> tuple:
        return (self.rung.ladder, self.rung.name, tuple(self.workload.shape), self.fingerprint)

    # --- machine code -----------------------------------------------------------------------------

    @cached_property
    def machine(self) -> Compiled:
        """PTX, cubin and the compiler's report; raises as `Compiler.compile`."""
        return self.compiler.compile(self.lowering.source)

    @cached_property
    def sass(self) -> Mapping[str, Sequence[Instruction]]:
        """Instructions by kernel; raises as `machine`."""
        return disassemble(self.machine.cubin)

    @property
    def compiler_version(self) -> str:
        return self.compiler.version

    @property
    def least_bytes(self) -> int:
        return self.workload.bytes

    @property
    def dtypes(self) -> frozenset[str]:
        # Workloads also name dtypes that NumPy lacks.
        return frozenset(
            {self.workload.dtype, *(str(buffer.dtype) for buffer in self.module.buffers)}
        )

    @property
    def cuda_lines(self) -> list[str]:
        return self.text("cuda").splitlines()

    @cached_property
    def module(self) -> Module:
        """The launches for the simulator, with line numbers of the CUDA text as shown.

        Raises as `machine`, and UserError for an architecture that the simulator does not support.
        """
        from ..lowering.simulated_module import simulated_module

        cuda = Cuda(self.lowering.source)
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
        """Why there is no machine code; '' if there is."""
        try:
            _ = self.sass
        except UserError as error:
            return str(error)
        return ""

    @cached_property
    def executable(self) -> Executable:
        """The compiled module; call `executable["main"](*inputs, *outputs)`."""
        lowering = self.lowering
        if isinstance(lowering, LoweredCpu):
            return lowering.executable()
        return lowering.executable(lambda _source: self.machine.cubin)

    # --- what it costs ----------------------------------------------------------------------------

    @cached_property
    def accesses(self) -> list[KernelAccesses]:
        """Memory accesses with costs counted in SASS, or in TIR if the SASS is `uncounted`."""
        return analyze(self.lowering, None if self.uncounted else self.instruction_counts)

    @cached_property
    def accesses_in_tir(self) -> list[KernelAccesses]:
        """Memory accesses of the TIR, before the compiler merges any."""
        return analyze(self.lowering, None)

    @cached_property
    def instruction_counts(self) -> tuple[LaunchCounts, ...]:
        """The cost of every memory instruction of each launch, summed over its blocks.

        Raises UserError as `module`, for an instruction that the simulator does not support, and if
        the costs depend on more data than MOST_DATA.
        """
        from gpusim.instruction_counts import module_counts

        return module_counts(self.module, self.inputs)

    @cached_property
    def uncounted(self) -> str:
        """Why there are no `instruction_counts`; '' if there are."""
        try:
            _ = self.instruction_counts
        except UserError as error:
            return str(error)
        return ""

    def inputs(self) -> dict[str, np.ndarray]:
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
        names = (str(param.name) for param in self.step.mod["main"].params)
        return dict(zip(names, inputs, strict=False))

    @cached_property
    def resources(self) -> list[Resources]:
        """Registers, shared memory, occupancy and instruction mix of each launched kernel."""
        moved = {} if self.uncounted else traffic(self.accesses)
        return self.resources_with(moved)

    def resources_with(self, moved: Mapping[str, float]) -> list[Resources]:
        """`resources` with the bytes moved at each level of the memory hierarchy."""
        per_byte = intensity(self.workload, moved)
        cuda, used = Cuda(self.lowering.source), reported(self.machine.log)
        return resources_of(self.launches, self.target, used, self.sass, cuda, per_byte)


def kernels_of(
    rung: Rung,
    shape: Sequence[int] | None = None,
    arch: str | None = None,
    parts: Iterable[Step] | None = None,
) -> list[Kernel]:
    """A rung's steps (or only `parts`) as kernels, at a shape, for an architecture."""
    workload, target = rung.at(shape), rung.lowered_for(arch)
    walked = steps(rung, workload, target=target) if parts is None else parts
    made: list[Kernel] = []
    for step in walked:
        kernel = Kernel(rung, step, workload, target)
        if made and step.mod.same_as(made[-1].step.mod):
            # Passes of the same module: it is lowered only once.
            kernel._emitted = made[-1]._emitted
        made.append(kernel)
    return made


def last_kernel(
    rung: Rung, workload: Workload, target: Target, compiler: Compiler | None = None
) -> Kernel:
    """A rung's finished kernel."""
    last = steps(rung, workload, target=target)[-1]
    return Kernel(rung, last, workload, target, compiler)


def raise_failure(_what: str, error: Exception) -> None:
    raise error


# Takes the name of a rung that cannot be compiled, verified or timed, and the error.
Failed = Callable[[str, Exception], None]


def compiled_kernels(
    rungs: Iterable[tuple[Rung, Workload]], compiler: Compiler, failed: Failed = raise_failure
) -> list[Kernel]:
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
