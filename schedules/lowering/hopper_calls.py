"""What a schedule leaves open of Hopper's instructions, put in on the way to the kernel.

The implementations of `hopper`'s tensor intrinsics call device functions without the arguments for
which a schedule has no words. `mark_turns` runs first of all, while a pipelined loop is still one
loop: it says which stage of shared memory a turn uses and how often that was filled before, as
expressions of the loop, which the software pipeline then shifts like any other index. `fill_calls`
runs before host and device code part: the host encodes a tensor map of each operand, a kernel gets
a barrier per stage behind its shared memory, and the calls get both.
"""

from __future__ import annotations

import math

import tvm
import tvm_ffi
from tvm import tirx

from ..errors import LoweringError
from ..gemm import wgmma_intrinsics as hopper
from .nodes import allocated, exchanged, nodes
from .producer import with_producer

_STAGES = "schedules.stages"
_PIPELINE = "software_pipeline_stage"
_EXTERN = "tirx.call_extern"
_DEVICE_FUNCTION = "tirx.cuda.func_call"
_OPEN = (hopper.STAGE, hopper.PHASE, hopper.LATER)
# enum values of the driver's CUtensorMapSwizzle and CUtensorMapL2promotion
_SWIZZLE_128_BYTES = 3
_PROMOTE_TO_256_BYTES = 3
_BARRIER_BYTES = 8
# The swizzle goes by address: a slice begins where the pattern of eight rows of 128 bytes does.
_ALIGNMENT = 1024


def called(call: tvm.ir.Call) -> str:
    """Name of the external function that a call calls, or ''."""
    is_extern = isinstance(call.op, tvm.ir.Op) and call.op.name == _EXTERN
    return str(call.args[0].value) if is_extern else ""


def names_called(body: tirx.Stmt) -> set[str]:
    """Names of all external functions called."""
    return set(map(called, nodes(tvm.ir.Call, body))) - {""}


# --- before all passes ----------------------------------------------------------------------------


def mark_turns(func: tirx.PrimFunc) -> tirx.PrimFunc:
    """The function with stages, phases and 'not the first turn' as expressions of their loop.

    The loop is the innermost one around the calls; without a software pipeline it has one stage.
    Raises LoweringError where the calls stand in several loops.
    """
    stages: list[int] = []
    producers: list[bool] = []
    rounds: list[tvm.ir.Var] = []

    def without(loop: tirx.For, mark: str, body: tirx.Stmt | None = None) -> tirx.For:
        told = {key: value for key, value in loop.annotations.items() if key != mark}
        within = loop.body if body is None else body
        return tirx.For(
            loop.loop_var, loop.min, loop.extent, loop.kind, within, loop.thread_binding, told
        )

    def on_for(loop: tirx.For, mutator) -> tirx.Stmt:
        if hopper.ROUNDS_MARK in loop.annotations:
            rounds.append(loop.loop_var)
            inner = mutator.default_mutate(loop)
            return without(inner, hopper.ROUNDS_MARK)
        inner = mutator.default_mutate(loop)
        if not names_called(inner.body) & set(_OPEN):
            return inner
        turn = loop.loop_var
        count = max(map(int, loop.annotations.get(_PIPELINE, [0]))) + 1
        stages.append(count)
        # Where a thread of its own loads, it has to know the phase too.
        roles = hopper.PRODUCER_MARK in loop.annotations
        producers.append(roles)
        # A round of whole fillings goes on where the one before left off.
        before = rounds[0] * (loop.extent // count) if rounds else 0
        filled = (before + turn // count) % 2
        written = {
            hopper.STAGE: filled * count + turn % count if roles else turn % count,
            hopper.PHASE: filled,
            hopper.LATER: tirx.Cast("int32", turn > 0),
        }
        body = tvm_ffi.structural_map(
            inner.body, (tvm.ir.Call, lambda call: written.get(called(call), call))
        )
        return without(loop, hopper.PRODUCER_MARK, body)

    body = tvm_ffi.structural_mutate(func.body, (tirx.For, on_for))
    if not stages:
        return func
    if len(stages) > 1:
        raise LoweringError("the loads and products of a kernel stand in one loop over K")
    marks = {_STAGES: stages[0]} | ({hopper.PRODUCER_MARK: 1} if producers[0] else {})
    return func.with_body(body).with_attr(marks)


# --- before host and device code part -------------------------------------------------------------


def fill_calls(func: tirx.PrimFunc) -> tirx.PrimFunc:
    """The function with its device functions, and with tensor maps and barriers where it loads.

    Wants its shared memory as it will be emitted, after MergeSharedMemoryAllocations. A function
    without such calls comes back unchanged.
    """
    names = names_called(func.body)
    if hopper.WGMMA_WAIT not in names:
        return func
    stages = int(func.attrs[_STAGES])
    roles = hopper.PRODUCER_MARK in func.attrs
    barriers = stages * (1 + roles) if hopper.TMA_LOAD in names else 0
    old, larger = _shared(func.body, barriers * _BARRIER_BYTES)
    size = math.prod(int(extent) for extent in old.shape)
    # The kernel looks at its arguments through flat views, which carry their names.
    arguments = {str(param.name): param for param in func.params}
    maps: dict[str, tvm.ir.Var] = {}
    encoded: list[tirx.Stmt] = []

    def barrier(stage: tvm.ir.Expr) -> tvm.ir.Expr:
        return tirx.address_of(larger[size + stage * _BARRIER_BYTES])

    def full(stage: tvm.ir.Expr) -> tvm.ir.Expr:
        return barrier(stage % stages if roles else stage)

    def map_of(name: str, size: int) -> tvm.ir.Var:
        if name not in maps:
            maps[name] = tvm.ir.Var(f"{name}_map", tvm.ir.PointerType(tirx.TensorMapType()))
            encoded.extend(_encode(maps[name], arguments[name], size))
        return maps[name]

    def on_call(call: tvm.ir.Call) -> tvm.ir.Call:
        name, given = called(call), call.args[1:]
        if name == hopper.TMA_LOAD:
            to, source, columns, bytes_, stage = given
            _, pointer, offset, *_ = source.args
            view = str(pointer.args[0].name)
            at = (offset % columns, offset // columns)
            given = (to, map_of(view, int(bytes_)), *at, bytes_, full(stage))
            name = hopper.TMA_AHEAD if roles else name
        elif name == hopper.WGMMA_TMA:
            *given, stage, phase = given
            given = (*given, full(stage), phase)
        elif name == hopper.WGMMA_WAIT:
            return _with_texts(call, roles)
        else:
            return call
        return tirx.call_extern("void", name, *given)

    body, warps = func.body, 0
    if roles:
        body, warps = with_producer(body, called, stages, barrier)
    body = exchanged(tvm_ffi.structural_map(body, (tvm.ir.Call, on_call)), old, larger)
    if maps:
        function, more = (hopper.ROLES_START, [warps]) if roles else (hopper.TMA_START, [])
        start = tirx.call_extern("void", function, barrier(0), stages, len(maps), *more)
        body = tirx.SeqStmt([*encoded, _at_entry(body, tirx.Evaluate(start))])
    return func.with_body(body).without_attr(_STAGES).without_attr(hopper.PRODUCER_MARK)


def _with_texts(wait: tvm.ir.Call, roles: bool) -> tvm.ir.Call:
    """The one call that every kernel has once brings the text of all device functions."""
    name, sums, *told = wait.args
    kind = hopper.Wgmma(str(told[0].value), int(told[1])) if told else hopper.Wgmma()
    text = hopper.device_functions(kind, roles)
    return tirx.call_intrin("void", _DEVICE_FUNCTION, str(name.value), sums, text)


def _shared(body: tirx.Stmt, extra: int) -> tuple[tirx.Buffer, tirx.Buffer]:
    """The dynamic shared memory, and one in its place: aligned, with `extra` bytes behind it."""
    (old,) = allocated(body, "shared.dyn")
    size = math.prod(int(extent) for extent in old.shape) + extra
    return old, tirx.decl_buffer(
        (size,), old.dtype, old.name, scope=old.scope(), data_alignment=_ALIGNMENT
    )


def _encode(to: tvm.ir.Var, source: tirx.Buffer, size: int) -> list[tirx.Stmt]:
    """Host code for the tensor map of a matrix whose rows are loaded `size` bytes at a time."""
    rows, columns = source.shape
    item = source.ty.dtype.dtype.itemsize
    call = tirx.tensormap_encode_tiled(
        to,
        source.data,
        columns,
        rows,
        columns * item,
        hopper.ROW_BYTES // item,
        size // hopper.ROW_BYTES,
        *(1, 1),
        # It says how many bytes there are: the driver has no float8.
        descriptor_dtype=str(source.dtype) if item > 1 else "uint8",
        rank=2,
        swizzle=_SWIZZLE_128_BYTES,
        l2_promotion=_PROMOTE_TO_256_BYTES,
    )
    return [tirx.Bind(to, tirx.tvm_stack_alloca("tensormap", 1)), tirx.Evaluate(call)]


def _at_entry(body: tirx.Stmt, start: tirx.Stmt) -> tirx.Stmt:
    """The body with `start` as what every thread of a kernel that loads does first."""

    def on_attr(attr: tirx.AttrStmt, mutator) -> tirx.Stmt:
        if not names_called(attr.body) & {hopper.TMA_LOAD, hopper.TMA_AHEAD}:
            return mutator.default_mutate(attr)
        inner = [one.attr_key for one in nodes(tirx.AttrStmt, attr.body)]
        if attr.attr_key != "thread_extent" or "thread_extent" in inner:
            return mutator.default_mutate(attr)
        return tirx.AttrStmt(attr.node, attr.attr_key, attr.value, tirx.SeqStmt([start, attr.body]))

    return tvm_ffi.structural_mutate(body, (tirx.AttrStmt, on_attr))
