"""From a scheduled module to lowered TIR, LLVM IR and assembly of a CPU.

The passes are those of `lower`; a CPU needs no bound loop, so every step is a kernel.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import tvm
from tvm import tirx

from ..errors import LoweringError
from ..ladder import Build
from ..targets.target import DEFAULT_MCPU, cpu_target
from .lower import (
    Observer,
    body_passes,
    bound_loops,
    host_passes,
    reason,
    run_passes,
    script,
    split_passes,
)


@dataclass(frozen=True)
class LoweredCpu:
    """What one lowering for a CPU gave.

    `tir` is the function after the body passes, before its arguments are packed, and without the
    target, so it reads the same for every CPU. `llvm` and `asm` hold the kernel alone: what checks
    the arguments and calls it is left out, and so is debug information.
    """

    tir: str
    llvm: str
    asm: str


def lower_cpu(
    mod: tvm.ir.IRModule,
    build: Build = Build(),
    mcpu: str = DEFAULT_MCPU,
    observe: Observer | None = None,
) -> LoweredCpu:
    """Lower a scheduled module for a CPU and emit its LLVM IR and assembly.

    Parameters
    ----------
    mcpu : str
        LLVM's name of the CPU, or 'native' for this machine's.
    observe : callable, optional
        Called after each pass with its name, the module before and after, and seconds.

    Raises
    ------
    LoweringError
        A loop is bound to a GPU's threads, or TVM refuses; then the message is its own.
    UserError
        LLVM knows no such CPU.
    """
    to = cpu_target(mcpu)
    bound = "; ".join(
        f"{name} on {axis}" for axis, loops in bound_loops(mod).items() for name, _ in loops
    )
    if bound:
        raise LoweringError(f"a CPU has no such threads: {bound}; use parallel and vectorize")
    with to, tvm.transform.PassContext(config=build.pass_config()) as context:
        try:
            passes = [tirx.transform.BindTarget(to), *body_passes(dict(context.config))]
            body = run_passes(passes, mod, observe)
            host = run_passes([*split_passes(), *host_passes()], body, observe)
            emitted = tvm.get_global_func("target.build.llvm")(host, to)
        except (RuntimeError, ValueError, TypeError) as error:
            raise LoweringError(f"TVM does not lower this: {reason(error)}") from error
    bare = {var: func.without_attr("target") for var, func in body.functions.items()}
    return LoweredCpu(
        tir=script(tvm.ir.IRModule(bare)),
        llvm=kernel_llvm(emitted.inspect_source("ll")),
        asm=kernel_asm(emitted.inspect_source("asm")),
    )


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
