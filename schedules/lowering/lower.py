"""Lowers a scheduled module to TIR, source text and launch, without a GPU or a toolkit.

For a CPU the texts are LLVM IR and assembly. No loop has to be bound, so every step is a kernel.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import tvm
import tvm_ffi
from tvm import tirx
from tvm.runtime import Executable
from tvm.tirx.build import split_host_device_mods, tir_to_runtime

from ..compile.listing import kernel_text
from ..core.errors import LoweringError, NoKernel
from ..core.ladder import Build
from ..core.launch import Launch
from ..core.target import ANY_CPU, DEFAULT_CPU, DEFAULT_GPU, Target
from .build_options import with_options
from .checks import (
    TOO_LONG,
    bound_loops,
    check_byte_shifts,
    check_extents,
    check_limits,
    check_schedule,
)
from .host_calls import launch_of
from .origins import numbered
from .passes import (
    PassRun,
    body_passes,
    device_passes,
    host_passes,
    kernel_passes,
    run_passes,
    script,
    split_passes,
)

# TVM's hook that compiles CUDA text; it is called for every text that is emitted if there is a GPU.
_COMPILE = "tvm_callback_cuda_compile"


@contextlib.contextmanager
def machine_code_by(compile_text: Callable[[str], bytes] | None) -> Iterator[None]:
    """Context in which TVM compiles CUDA text by `compile_text`; with None, by its own compiler."""
    if compile_text is None:
        yield
        return
    before = tvm.get_global_func(_COMPILE, allow_missing=True)
    tvm_ffi.register_global_func(_COMPILE, compile_text, override=True)
    try:
        yield
    finally:
        if before is not None:
            tvm_ffi.register_global_func(_COMPILE, before, override=True)


def text_alone() -> contextlib.AbstractContextManager[None]:
    """Context in which TVM only emits text, which is then not compiled."""
    return machine_code_by(lambda _source: b"")


def poisoned(shape: Sequence[int], dtype: str) -> np.ndarray:
    """An array whose every element is wrong until written: NaN, the smallest integer, or True."""
    return np.full(shape, np.iinfo(dtype).min if "int" in dtype else np.nan, dtype=dtype)


def run_library(
    library: Executable,
    inputs: Sequence[np.ndarray],
    outputs: Sequence[tuple[tuple[int, ...], str]],
) -> list[np.ndarray]:
    """Run a CPU library; `outputs` are the shape and dtype of each result, which is poisoned
    first."""
    arguments = [tvm.runtime.tensor(array) for array in inputs]
    results = [tvm.runtime.tensor(poisoned(shape, dtype)) for shape, dtype in outputs]
    library["main"](*arguments, *results)
    return [result.numpy() for result in results]


# --- Lower ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lowered:
    """The result of one lowering.

    `device` holds the kernels after all passes, `host` the code that launches them; `source` is the
    complete text that TVM emits for the kernels. `passes` lists the passes in order.
    """

    target: Target
    host: tvm.ir.IRModule
    device: tvm.ir.IRModule
    source: str
    launches: tuple[Launch, ...]
    passes: tuple[PassRun, ...]

    @property
    def tir(self) -> str:
        return script(self.device)

    @property
    def kernel_source(self) -> str:
        """The source without TVM's fixed preamble and without forward declarations."""
        return kernel_text(self.source)

    def kernel_source_of(self, device: tvm.ir.IRModule) -> str:
        """The same for other kernels of the same target."""
        with self.target.tvm, text_alone():
            return kernel_text(_emitted(device, self.target))

    def executable(self, machine_code: Callable[[str], bytes]) -> Executable:
        """Host code that launches the kernels, compiled from their text."""
        to = self.target.tvm
        with to, machine_code_by(machine_code):
            host = run_passes(host_passes(), self.host)
            return Executable(tir_to_runtime(host, {to: self.device}, to.host))


@contextmanager
def _lowering(to: tvm.target.Target, build: Build) -> Iterator[Mapping]:
    """Context with TVM's pass configuration for a target; TVM's errors become LoweringError."""
    with to, tvm.transform.PassContext(config=build.pass_config()) as context:
        try:
            yield context.config
        except (RuntimeError, ValueError, TypeError, LookupError) as error:
            why = reason(error)
            if "exceeds range of int32" in why:
                why = TOO_LONG
            raise LoweringError(f"TVM cannot lower this schedule: {why}") from error


def lower(mod: tvm.ir.IRModule, build: Build = Build(), target: Target = DEFAULT_GPU) -> Lowered:
    """Lower a scheduled module for a GPU and emit its source.

    Raises
    ------
    NoKernel
        Some stage is under no bound loop.
    LimitError
        A block exceeds the target's threads or shared memory, a thread its local memory.
    LoweringError
        TVM refuses, and the message is its own first line; or a GPU has no such thread axes or
        memory.
    """
    check_schedule(mod)
    mod = numbered(mod)
    to = target.tvm
    runs: list[PassRun] = []
    with _lowering(to, build) as config:
        whole = run_passes(kernel_passes(mod, to, config), with_options(mod, build, to), runs)
        host, devices = split_host_device_mods(whole)
        merged = tvm.ir.IRModule({})
        for kernels in devices.values():
            merged.update(kernels)
        device = run_passes(device_passes(), merged, runs)
        if not device.functions:
            raise NoKernel("no kernel: no loop is bound to a block or a thread")
        launches = tuple(launch_of(func) for func in device.functions.values())
        for launch, func in zip(launches, device.functions.values(), strict=True):
            check_limits(launch, target.limits, mod, func)
        with text_alone():
            source = _emitted(device, target)
        check_byte_shifts(source)
    return Lowered(target, host, device, source, launches, tuple(runs))


def _emitted(device: tvm.ir.IRModule, target: Target) -> str:
    """The text that TVM emits for kernels."""
    emitted = tvm.get_global_func(f"target.build.{target.kind}")(device, target.tvm)
    return emitted.inspect_source()


def build_module(
    mod: tvm.ir.IRModule,
    target: Target = ANY_CPU,
    build: Build = Build(),
    machine_code: Callable[[str], bytes] | None = None,
) -> Executable:
    """A runnable module, without checks: for a CPU, or for a GPU if it is not one of this project's
    schedules.

    `machine_code` compiles a GPU's kernels; by default TVM's own callback does.
    """
    to = target.tvm
    with to, tvm.transform.PassContext(config=build.pass_config()) as context:
        whole = run_passes(kernel_passes(mod, to, context.config), with_options(mod, build, to))
        host, devices = split_host_device_mods(whole)
        host = run_passes(host_passes(), host)
        kernels = {on: run_passes(device_passes(), part) for on, part in devices.items()}
        with machine_code_by(machine_code):
            return Executable(tir_to_runtime(host, kernels, to.host or to))


def lower_unbound(mod: tvm.ir.IRModule) -> str | None:
    """Lowered TIR of a module that is not a kernel yet, with plain loops; None if TVM rejects
    it."""
    try:
        with tvm.transform.PassContext():
            cpu = tirx.transform.BindTarget(ANY_CPU.tvm)(mod)
            plain = run_passes(body_passes({}), cpu)
            # The host target's triple differs between machines.
            return script(without_target(plain))
    except (RuntimeError, ValueError, TypeError):
        return None


def without_target(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """The functions without their targets, so that the text is the same for every CPU."""
    return tvm.ir.IRModule({var: f.without_attr("target") for var, f in mod.functions.items()})


def reason(error: Exception) -> str:
    """The line of a TVM error that states the cause."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    for line in lines:
        if "Check failed" in line or "rror:" in line:
            return line
    return lines[0] if lines else type(error).__name__


@dataclass(frozen=True)
class LoweredCpu:
    """The result of one lowering for a CPU.

    `body` is the function after the body passes, before its arguments are packed. `llvm` and `asm`
    hold only the kernel, without argument checks, wrapper and debug information.
    """

    body: tvm.ir.IRModule
    emitted: tvm.runtime.Module
    passes: tuple[PassRun, ...]
    launches: tuple[Launch, ...] = ()

    @property
    def tir(self) -> str:
        """Without the target, so that the text is the same for every CPU."""
        return script(without_target(self.body))

    @cached_property
    def llvm(self) -> str:
        return kernel_llvm(self.emitted.inspect_source("ll"))

    @cached_property
    def asm(self) -> str:
        return kernel_asm(self.emitted.inspect_source("asm"))

    def executable(self) -> Executable:
        return Executable(self.emitted)


def lower_cpu(
    mod: tvm.ir.IRModule, build: Build = Build(), target: Target = DEFAULT_CPU
) -> LoweredCpu:
    """Lower a scheduled module for a CPU and emit its LLVM IR and assembly.

    Raises
    ------
    LoweringError
        A loop is bound to a GPU's threads, or TVM refuses; then the message is its own.
    UserError
        LLVM knows no such CPU.
    """
    to = target.tvm
    bound = "; ".join(
        f"{name} on {axis}" for axis, loops in bound_loops(mod).items() for name, _ in loops
    )
    if bound:
        raise LoweringError(f"a CPU has no GPU threads: {bound}; use parallel and vectorize")
    check_extents(mod)
    runs: list[PassRun] = []
    with _lowering(to, build) as config:
        body = run_passes([tirx.transform.BindTarget(to), *body_passes(config)], mod, runs)
        host = run_passes([*split_passes(), *host_passes()], body, runs)
        emitted = tvm.get_global_func("target.build.llvm")(host, to)
    return LoweredCpu(body, emitted, tuple(runs))


# --- Source text ----------------------------------------------------------------------------------

# TVM puts the kernel in NAME_compute_ and the body of a parallel loop in __tvm_parallel_lambda; the
# other functions of a module check arguments, raise errors and convert float16.
_KERNEL = re.compile(r"_compute_|__tvm_parallel_lambda")
_ASM_FUNCTION = re.compile(r"^\t\.type\t(\S+),@function\n(.*?)^\t\.size\t\1,", re.M | re.S)
_ASM_CONSTANT = re.compile(r"^(\.LCPI\w+):\n((?:\t\.(?:long|quad|short|byte|zero)\b.*\n)+)", re.M)
_ASM_NOISE = re.compile(r"\t\.(?:cfi_|loc\t|p2align|file\t)|\.L(?:tmp|func_begin|func_end)\d+:|\t#")
_LLVM_FUNCTION = re.compile(r"^define [^\n]*?@([\w.$]+)\(.*?^}\n", re.M | re.S)
_LLVM_DEBUG = re.compile(r"^ *#dbg_.*\n|, !(?:dbg|tbaa|prof) !\d+| !dbg !\d+| #\d+(?= |$)", re.M)


def kernel_asm(source: str) -> str:
    """The kernel's instructions with the constants they read, without assembler directives."""
    bodies = [body for name, body in _ASM_FUNCTION.findall(source) if _KERNEL.search(name)]
    lines = "".join(bodies).splitlines(keepends=True)
    text = "".join(line for line in lines if not _ASM_NOISE.match(line))
    constants = [
        f"{label}:\n{data}"
        for label, data in _ASM_CONSTANT.findall(source)
        if re.search(rf"{re.escape(label)}\b", text)
    ]
    return "".join([*constants, text])


def kernel_llvm(source: str) -> str:
    """The kernel's functions, without attributes and debug information."""
    functions = [
        match.group() for match in _LLVM_FUNCTION.finditer(source) if _KERNEL.search(match[1])
    ]
    return "\n".join(_LLVM_DEBUG.sub("", function) for function in functions)
