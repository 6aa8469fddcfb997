"""The arguments that host code passes to kernels, in order: buffers, tensor maps, numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass

import tvm
import tvm_ffi
from tvm import tirx

from gpusim.launch import Buffer

from .dependent_launch import TAG
from .nodes import nodes

_CALL, _ENCODE = "tirx.call_ffi_kernel", "tirx.tensormap_encode_tiled"
_VECTOR = re.compile(r"(.*?)(?:x(\d+))?")
_SWIZZLE_BYTES = (0, 32, 64, 128)


@dataclass(frozen=True)
class TensorMapOf:
    """A TMA descriptor of a buffer: dimensions innermost first, strides and swizzle in bytes."""

    buffer: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    dtype: str
    swizzle: int


@dataclass(frozen=True)
class KernelCall:
    """One launch: the kernel and its arguments (buffer names, tensor maps, numbers).

    `dependent`: it may begin before the previous launch has ended.
    """

    kernel: str
    arguments: tuple[str | TensorMapOf | int | float, ...]
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
        return tirx.For(loop.loop_var, loop.min, loop.extent, tirx.ForKind.UNROLLED, loop.body)

    marked = {
        var: tvm_ffi.structural_map(func, (tirx.For, on_loop))
        for var, func in host.functions.items()
    }
    return tirx.transform.UnrollLoop()(tvm.ir.IRModule(marked))


def host_calls(host: tvm.ir.IRModule) -> HostCalls:
    """Launches and buffers of lowered host code."""
    calls: list[KernelCall] = []
    buffers: dict[str, Buffer] = {}
    maps: dict[str, TensorMapOf] = {}

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
            maps[str(call.args[0].name)] = _tensor_map(call)
        elif name == _CALL:
            tags = [str(tag) for tag in call.attrs.launch_params]
            dependent = TAG in tags
            given = call.args[1 : len(call.args) - len(tags) + dependent]
            kernel = str(call.args[0].value)
            calls.append(KernelCall(kernel, tuple(map(argument, given)), dependent))

    def argument(value: tvm.ir.Expr) -> str | TensorMapOf | int | float:
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


def _tensor_map(call: tvm.ir.Call) -> TensorMapOf:
    """The arguments are: rank extents, rank - 1 strides in bytes, rank box extents, rank element
    strides."""
    rank = int(call.attrs.rank)
    numbers = [int(value) for value in call.args[2:]]
    return TensorMapOf(
        buffer=str(call.args[1].args[0].name),
        shape=tuple(numbers[:rank]),
        strides=tuple(numbers[rank : 2 * rank - 1]),
        box=tuple(numbers[2 * rank - 1 : 3 * rank - 1]),
        dtype=str(call.attrs.descriptor_dtype),
        swizzle=_SWIZZLE_BYTES[int(call.attrs.swizzle)],
    )
