"""From a scheduled module to lowered TIR, LLVM IR and assembly of a CPU.

The passes are those of `lower`; a CPU needs no bound loop, so every step is a kernel.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import tvm
from tvm import tirx

from ..errors import LoweringError
from ..ladder import Build
from ..targets import DEFAULT_CPU, Target
from .checks import bound_loops
from .emit import Executable
from .launch import Launch
from .lower import reason, without_target
from .passes import PassRun, body_passes, host_passes, run_passes, script, split_passes


@dataclass(frozen=True)
class LoweredCpu:
    """What one lowering for a CPU gave.

    `body` is the function after the body passes, before its arguments are packed. `llvm` and `asm`
    hold the kernel alone: what checks the arguments and calls it is left out, and so is debug
    information.
    """

    body: tvm.ir.IRModule
    emitted: tvm.runtime.Module
    passes: tuple[PassRun, ...]
    launches: tuple[Launch, ...] = ()

    @property
    def tir(self) -> str:
        """Without the target, so it reads the same for every CPU."""
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
        raise LoweringError(f"a CPU has no such threads: {bound}; use parallel and vectorize")
    runs: list[PassRun] = []
    with to, tvm.transform.PassContext(config=build.pass_config()) as context:
        try:
            passes = [tirx.transform.BindTarget(to), *body_passes(context.config)]
            body = run_passes(passes, mod, runs)
            host = run_passes([*split_passes(), *host_passes()], body, runs)
            emitted = tvm.get_global_func("target.build.llvm")(host, to)
        except (RuntimeError, ValueError, TypeError) as error:
            raise LoweringError(f"TVM does not lower this: {reason(error)}") from error
    return LoweredCpu(body, emitted, tuple(runs))


# --- source text ----------------------------------------------------------------------------------

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
    lines = [
        line
        for body in bodies
        for line in body.splitlines(keepends=True)
        if not _ASM_NOISE.match(line)
    ]
    text = "".join(lines)
    constants = [
        f"{label}:\n{data}"
        for label, data in _ASM_CONSTANT.findall(source)
        if re.search(rf"{re.escape(label)}\b", text)
    ]
    return "".join([*constants, text])


def kernel_llvm(source: str) -> str:
    """The kernel's functions, without attributes and debug information."""
    found = [match.group() for match in _LLVM_FUNCTION.finditer(source) if _KERNEL.search(match[1])]
    return "\n".join(_LLVM_DEBUG.sub("", one) for one in found)
