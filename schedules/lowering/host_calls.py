"""Launches of a lowered module: their sizes, what the host code passes to kernels (buffers, tensor
maps, numbers), and both for the simulator.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import tvm
import tvm_ffi
from tvm import tirx

from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import Instruction
from gpusim.launch import Buffer, Call, Module, Program, TensorMap, stand_ins, with_variables

from ..core.errors import LoweringError
from ..core.launch import CLUSTER_AXIS, THREAD_AXES, Launch
from .nodes import allocated, loop_with, nodes


def bytes_of(buffer: tirx.Buffer) -> int:
    return math.prod(int(extent) for extent in buffer.shape) * buffer.ty.dtype.dtype.itemsize


def launch_of(func: tirx.PrimFunc) -> Launch:
    """Launch of a lowered kernel, from its thread extents and shared allocations."""
    extents = {
        str(attr.node.thread_tag): int(attr.value)
        for attr in nodes(tirx.AttrStmt, func.body)
        if attr.attr_key == "thread_extent"
    }

    def dims(prefix: str) -> tuple[int, int, int]:
        return tuple(extents.get(f"{prefix}.{axis}", 1) for axis in THREAD_AXES)

    return Launch(
        kernel=str(func.attrs["global_symbol"]),
        grid=dims("blockIdx"),
        block=dims("threadIdx"),
        static_shared=sum(map(bytes_of, allocated(func.body, "shared"))),
        dynamic_shared=sum(map(bytes_of, allocated(func.body, "shared.dyn"))),
        cluster=dims(CLUSTER_AXIS),
    )


# --- Host calls -----------------------------------------------------------------------------------

_CALL, _ENCODE = "tirx.call_ffi_kernel", "tirx.tensormap_encode_tiled"
_VECTOR = re.compile(r"(.*?)(?:x(\d+))?")
_SWIZZLE_BYTES = (0, 32, 64, 128)


@dataclass(frozen=True)
class KernelCall:
    """One launch: the kernel and its arguments (buffer names, tensor maps, numbers).

    `dependent`: it may begin before the previous launch has ended.
    """

    kernel: str
    arguments: tuple[str | TensorMap | int | float, ...]
    dependent: bool = False


@dataclass(frozen=True)
class HostCalls:
    """All launches of a module in order, and the buffers that they use."""

    calls: tuple[KernelCall, ...]
    buffers: tuple[Buffer, ...]


def straight(host: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """The host code with its loops unrolled, since a loop may repeat a launch."""
    if not nodes(tirx.For, host):
        return host

    def on_loop(loop: tirx.For) -> tirx.For:
        return loop_with(loop, kind=tirx.ForKind.UNROLLED)

    marked = {
        var: tvm_ffi.structural_map(func, (tirx.For, on_loop))
        for var, func in host.functions.items()
    }
    return tirx.transform.UnrollLoop()(tvm.ir.IRModule(marked))


def host_calls(host: tvm.ir.IRModule) -> HostCalls:
    """Launches and buffers of lowered host code; raises UserError for a tensor map that the driver
    would reject."""
    calls: list[KernelCall] = []
    buffers: dict[str, Buffer] = {}
    maps: dict[str, TensorMap] = {}

    def on_buffer(statement: tirx.DeclBuffer | tirx.AllocBuffer) -> None:
        buffer = statement.buffer
        if str(buffer.name) not in buffers:
            # StorageRewrite turns a workspace into vectors if all accesses are vectors.
            dtype, lanes = _VECTOR.fullmatch(str(buffer.dtype)).groups()
            *outer, last = (int(extent) for extent in buffer.shape)
            buffers[str(buffer.name)] = Buffer(
                str(buffer.name),
                (*outer, last * int(lanes or 1)),
                dtype,
                isinstance(statement, tirx.AllocBuffer),
            )

    def on_call(call: tvm.ir.Call) -> None:
        name = str(getattr(call.op, "name", ""))
        if name == _ENCODE:
            maps[str(call.args[0].name)] = _tensor_map(call, list(buffers))
        elif name == _CALL:
            tags = [str(tag) for tag in call.attrs.launch_params]
            dependent = TAG in tags
            given = call.args[1 : len(call.args) - len(tags) + dependent]
            kernel = str(call.args[0].value)
            calls.append(KernelCall(kernel, tuple(map(argument, given)), dependent))

    def argument(value: tvm.ir.Expr) -> str | TensorMap | int | float:
        if isinstance(value, tirx.IntImm | tirx.FloatImm):
            return value.value
        if isinstance(value, tvm.ir.Call):
            # W.data
            return str(value.args[0].name)
        return maps[str(value.name)]

    for func in straight(host).functions.values():
        tvm_ffi.structural_walk(
            func.body,
            [(tvm.ir.Call, on_call), (tirx.DeclBuffer, on_buffer), (tirx.AllocBuffer, on_buffer)],
        )
    return HostCalls(tuple(calls), tuple(buffers.values()))


def _tensor_map(call: tvm.ir.Call, buffers: Sequence[str]) -> TensorMap:
    """The arguments are: rank extents, rank - 1 strides in bytes, rank box extents, rank element
    strides."""
    rank, name = int(call.attrs.rank), str(call.args[1].args[0].name)
    numbers = [int(value) for value in call.args[2:]]
    return TensorMap(
        argument=buffers.index(name),
        shape=tuple(numbers[:rank]),
        strides=tuple(numbers[rank : 2 * rank - 1]),
        box=tuple(numbers[2 * rank - 1 : 3 * rank - 1]),
        itemsize=np.dtype(str(call.attrs.descriptor_dtype)).itemsize,
        swizzle=_SWIZZLE_BYTES[int(call.attrs.swizzle)],
    ).checked(name)


# --- Simulated module -----------------------------------------------------------------------------


def simulated_module(
    host: HostCalls,
    launches: Iterable[Launch],
    sass: Mapping[str, Sequence[Instruction]],
    cubin: bytes,
) -> Module:
    """Raises UserError for an architecture, Unsupported for an operand that the simulator lacks."""
    loaded, variables = with_variables(read_cubin(cubin), stand_ins(host.buffers))
    launched = {launch.kernel: launch for launch in launches}
    calls = []
    for call in host.calls:
        launch, image = launched[call.kernel], loaded.kernels[call.kernel]
        arguments = tuple(
            _argument(value, image.parameters[index].size)
            for index, value in enumerate(call.arguments)
        )
        program = Program.of(call.kernel, sass[call.kernel], image.architecture)
        shape = launch.grid, launch.block, launch.dynamic_shared
        calls.append(
            Call(image, program, *shape, arguments, launch.cluster, dependent=call.dependent)
        )
    return Module(host.buffers, tuple(calls), variables)


def _argument(value: str | TensorMap | int | float, size: int) -> str | TensorMap | bytes:
    """An argument in the simulator's form; a number of `size` bytes."""
    if isinstance(value, str | TensorMap):
        return value
    dtype = np.dtype(f"f{size}" if isinstance(value, float) else f"i{size}")
    return np.array(value, dtype).tobytes()


# --- programmatic dependent launch ----------------------------------------------------------------

# Programmatic dependent launch: each kernel begins while the previous one still runs.
#
# `mark_grids` runs before host and device code are separated: the first kernel allows its
# dependents to start immediately, and each further kernel first waits until the previous one has
# ended and its writes are visible. `launch_dependents` runs after the separation, on the host's
# calls and the kernels that they call: it adds the tag by which TVM's runtime passes
# cudaLaunchAttributeProgrammaticStreamSerialization. On other targets, kernels are launched one
# after the other.


TAG = "tirx.use_programtic_dependent_launch"
_TAGS = "tirx.kernel_launch_params"
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
