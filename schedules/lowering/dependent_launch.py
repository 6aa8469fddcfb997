"""Programmatic dependent launch: each kernel begins while the previous one still runs.

`mark_grids` runs before host and device code are separated: the first kernel allows its dependents
to start immediately, and each further kernel first waits until the previous one has ended and its
writes are visible. `launch_dependents` runs after the separation, on the host's calls and the
kernels that they call: it adds the tag by which TVM's runtime passes
cudaLaunchAttributeProgrammaticStreamSerialization. On other targets, kernels are launched one after
the other.
"""

from __future__ import annotations

import re

import tvm
import tvm_ffi
from tvm import tirx

from ..core.errors import LoweringError
from .nodes import nodes

TAG = "tirx.use_programtic_dependent_launch"
_CALL, _TAGS = "tirx.call_ffi_kernel", "tirx.kernel_launch_params"
_GRIDDEPCONTROL = "tirx.ptx.griddepcontrol"

_LEAST_SM = 90


def has_dependent_launches(target: tvm.target.Target) -> bool:
    """Whether griddepcontrol is an instruction of the target."""
    sm = re.match(r"sm_(\d+)", str(target.attrs.get("arch", "")))
    return target.kind.name == "cuda" and sm is not None and int(sm[1]) >= _LEAST_SM


def _control(action: str) -> tirx.Stmt:
    return tirx.Evaluate(tirx.call_intrin("void", _GRIDDEPCONTROL, action, ""))


def mark_grids(func: tirx.PrimFunc) -> tirx.PrimFunc:
    """The function with griddepcontrol at the entry of each of its kernels.

    Raises LoweringError for a function of one kernel.
    """
    grids = len(list(filter(_is_innermost, nodes(tirx.AttrStmt, func.body))))
    if grids < 2:
        raise LoweringError("launch_dependent: there is one kernel, so no launch depends on it")
    seen = 0

    def on_attr(attr: tirx.AttrStmt, mutator) -> tirx.Stmt:
        nonlocal seen
        if not _is_innermost(attr):
            return mutator.default_mutate(attr)
        seen += 1
        actions = ["wait"] * (seen > 1) + ["launch_dependents"] * (seen < grids)
        entry = tirx.SeqStmt([*map(_control, actions), attr.body])
        return tirx.AttrStmt(attr.node, attr.attr_key, attr.value, entry)

    return func.with_body(tvm_ffi.structural_mutate(func.body, (tirx.AttrStmt, on_attr)))


def _is_innermost(attr: tirx.AttrStmt) -> bool:
    """Whether this is a kernel's innermost thread extent, which contains its statements."""
    if attr.attr_key != "thread_extent":
        return False
    return all(inner.attr_key != "thread_extent" for inner in nodes(tirx.AttrStmt, attr.body))


@tvm.transform.module_pass(opt_level=0, name="schedules.LaunchDependents")
def launch_dependents(mod, _ctx):
    """Module pass after SplitHostDevice; unchanged unless `mark_grids` has marked a kernel."""
    waiting = {
        str(func.attrs["global_symbol"])
        for func in mod.functions.values()
        if any(_waits(call) for call in nodes(tvm.ir.Call, func.body))
    }
    if not waiting:
        return mod

    def on_call(call: tvm.ir.Call) -> tvm.ir.Call:
        if str(getattr(call.op, "name", "")) != _CALL or str(call.args[0].value) not in waiting:
            return call
        tags = _tagged(call.attrs.launch_params)
        return tirx.op.call_ffi_kernel(*call.args, launch_params=tags, ret_ty=call.ty)

    made = {}
    for var, func in mod.functions.items():
        if str(func.attrs["global_symbol"]) in waiting:
            func = func.with_attr(_TAGS, _tagged(func.attrs[_TAGS]))
        made[var] = func.with_body(tvm_ffi.structural_map(func.body, (tvm.ir.Call, on_call)))
    return tvm.ir.IRModule(made, attrs=mod.attrs)


def _waits(call: tvm.ir.Call) -> bool:
    is_control = str(getattr(call.op, "name", "")) == _GRIDDEPCONTROL
    return is_control and str(call.args[0].value) == "wait"


def _tagged(tags: list[str]) -> list[str]:
    """The flag comes first, because the size of dynamic shared memory must be last."""
    return [TAG, *map(str, tags)]
