"""From a scheduled module to lowered TIR, source text and launch, without a GPU or a toolkit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import tvm
from tvm import tirx
from tvm.tirx.build import split_host_device_mods, tir_to_runtime

from ..errors import LoweringError, NoKernel
from ..ladder import Build
from ..targets import ANY_CPU, DEFAULT_GPU, Target
from .build_options import with_options
from .checks import check_limits, check_schedule
from .emit import Executable, kernel_text, machine_code_by, text_alone
from .launch import Launch, launch_of
from .passes import (
    PassRun,
    body_passes,
    device_passes,
    host_passes,
    kernel_passes,
    run_passes,
    script,
)


@dataclass(frozen=True)
class Lowered:
    """What one lowering gave.

    `device` holds the kernels after all passes, `host` what launches them; `source` is the whole
    text TVM emits for the kernels. `passes` are the passes as they ran.
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

    def executable(self, machine_code: Callable[[str], bytes]) -> Executable:
        """Host code that launches the kernels, whose machine code is that of their text."""
        to = self.target.tvm
        with to, machine_code_by(machine_code):
            host = run_passes(host_passes(), self.host)
            return Executable(tir_to_runtime(host, {to: self.device}, to.host))


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
    to = target.tvm
    runs: list[PassRun] = []
    with to, tvm.transform.PassContext(config=build.pass_config()) as context:
        try:
            passes = kernel_passes(to, context.config)
            whole = run_passes(passes, with_options(mod, build, to), runs)
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
                emitted = tvm.get_global_func(f"target.build.{target.kind}")(device, to)
        except (RuntimeError, ValueError, TypeError) as error:
            raise LoweringError(f"TVM does not lower this: {reason(error)}") from error
    return Lowered(target, host, device, emitted.inspect_source(), launches, tuple(runs))


def build_module(
    mod: tvm.ir.IRModule,
    target: Target = ANY_CPU,
    build: Build = Build(),
    machine_code: Callable[[str], bytes] | None = None,
) -> Executable:
    """A runnable module, unchecked: what a CPU runs, or a GPU's that is no schedule of ours.

    `machine_code` makes a GPU's kernels of their text; without it TVM's own callback does.
    """
    to = target.tvm
    with to, tvm.transform.PassContext(config=build.pass_config()) as context:
        whole = run_passes(kernel_passes(to, context.config), with_options(mod, build, to))
        host, devices = split_host_device_mods(whole)
        host = run_passes(host_passes(), host)
        kernels = {on: run_passes(device_passes(), part) for on, part in devices.items()}
        with machine_code_by(machine_code):
            return Executable(tir_to_runtime(host, kernels, to.host or to))


def lower_unbound(mod: tvm.ir.IRModule) -> str | None:
    """Lowered TIR of a module that is no kernel yet: its plain loops, or None where TVM refuses."""
    try:
        with tvm.transform.PassContext():
            cpu = tirx.transform.BindTarget(ANY_CPU.tvm)(mod)
            plain = run_passes(body_passes({}), cpu)
            # The host target's triple differs from machine to machine.
            return script(without_target(plain))
    except (RuntimeError, ValueError, TypeError):
        return None


def without_target(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """The functions without their targets, so that they read the same for every CPU."""
    return tvm.ir.IRModule({var: f.without_attr("target") for var, f in mod.functions.items()})


def reason(error: Exception) -> str:
    """The line of a TVM error that says what is wrong."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    for line in lines:
        if "Check failed" in line or "rror:" in line:
            return line
    return lines[0] if lines else type(error).__name__
