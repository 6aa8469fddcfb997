"""Build options that are part of a kernel: shared memory, a register limit, Hopper's arguments.

`tvm.compile` knows a pass pipeline by name only, without arguments. The options are therefore
attributes of the functions, from `with_options` to the pass `apply_options`. That pass runs before
host and device code are separated, so that the host's launch requests what the kernel declares.
"""

from __future__ import annotations

import math

import tvm
import tvm_ffi
from tvm import tirx

from ..core.errors import LoweringError
from ..core.ladder import HOPPER_ARCH, Build
from ..core.schedule_moves import (
    DEPENDENT_LAUNCH_MARK,
    EXTRA_SHARED_MARK,
    MAX_REGISTERS_MARK,
)
from .hopper_calls import fill_calls, mark_turns
from .host_calls import has_dependent_launches, mark_grids
from .nodes import allocated, exchanged

_HOPPER = "schedules.gemm.wgmma_intrinsics"
# CUDA's code generator turns this AttrStmt into __maxnreg__, and omits __launch_bounds__.
_CODEGEN_MAX_REGISTERS = "tirx.max_registers"


def with_options(mod: tvm.ir.IRModule, build: Build, to: tvm.target.Target) -> tvm.ir.IRModule:
    """The module with `build`'s options stored on its functions, for `apply_options`.

    Raises LoweringError if the options rule out the target.
    """
    # On a CPU, descriptions replace the instructions.
    if build.hopper and to.kind.name != "llvm" and to.attrs.get("arch") != HOPPER_ARCH:
        raise LoweringError(
            f"the kernel uses instructions that only {HOPPER_ARCH} has: lower it for {HOPPER_ARCH}"
        )
    noted = {}
    if build.extra_shared:
        noted[EXTRA_SHARED_MARK] = build.extra_shared
    if build.max_registers:
        noted[MAX_REGISTERS_MARK] = build.max_registers
    if build.hopper:
        noted[_HOPPER] = 1
        mod = tvm.ir.IRModule({var: mark_turns(func) for var, func in mod.functions.items()})
    options = {var: noted | _stated(func) for var, func in mod.functions.items()}
    if not any(options.values()):
        return mod
    return tvm.ir.IRModule(
        {var: func.with_attr(options[var]) for var, func in mod.functions.items()}
    )


def _stated(func: tirx.PrimFunc) -> dict[str, int]:
    """The options that a schedule has stored on its root sblock (`moves.state_build`)."""
    root = getattr(func.body, "block", None)
    stated = {} if root is None else root.annotations
    return {
        mark: int(stated[mark])
        for mark in (DEPENDENT_LAUNCH_MARK, EXTRA_SHARED_MARK, MAX_REGISTERS_MARK)
        if mark in stated
    }


@tirx.transform.prim_func_pass(opt_level=0, name="schedules.ApplyBuildOptions")
def apply_options(func, _mod, _ctx):
    """Function pass; without options it returns the function unchanged.

    Its shared memory must be as it will be emitted, after MergeSharedMemoryAllocations.
    """
    extra = int(func.attrs.get(EXTRA_SHARED_MARK, 0))
    registers = int(func.attrs.get(MAX_REGISTERS_MARK, 0))
    if func.attrs.get(_HOPPER, 0):
        func = fill_calls(func).without_attr(_HOPPER)
    if func.attrs.get(DEPENDENT_LAUNCH_MARK, 0):
        func = mark_grids(func) if has_dependent_launches(func.attrs["target"]) else func
        func = func.without_attr(DEPENDENT_LAUNCH_MARK)
    if not extra and not registers:
        return func
    on_cuda = func.attrs["target"].kind.name == "cuda"

    def on_attr(attr: tirx.AttrStmt, mutator) -> tirx.Stmt:
        if attr.attr_key != "thread_extent":
            return mutator.default_mutate(attr)
        # The outermost thread extent, whose body becomes a kernel.
        kernel = enlarge_shared(attr, extra) if extra else attr
        if registers and on_cuda:
            capped = tirx.AttrStmt(
                tirx.const(0, "int32"), _CODEGEN_MAX_REGISTERS, registers, kernel.body
            )
            kernel = tirx.AttrStmt(kernel.node, kernel.attr_key, kernel.value, capped)
        return kernel

    body = tvm_ffi.structural_mutate(func.body, (tirx.AttrStmt, on_attr))
    return func.with_body(body).without_attr(EXTRA_SHARED_MARK).without_attr(MAX_REGISTERS_MARK)


def enlarge_shared(kernel: tirx.Stmt, extra: int) -> tirx.Stmt:
    """The kernel with `extra` bytes added to its last shared allocation, if it has one.

    A separate array would not help: nothing reads it, so the compiler would remove it.
    """
    shared = allocated(kernel, "shared", "shared.dyn")
    if not shared:
        return kernel
    last = shared[-1]
    elements = math.prod(int(extent) for extent in last.shape)
    elements += -(-extra // last.ty.dtype.dtype.itemsize)
    larger = tirx.decl_buffer((elements,), last.dtype, last.name, scope=last.scope())
    return exchanged(kernel, last, larger)
