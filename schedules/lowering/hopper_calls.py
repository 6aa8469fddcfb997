"""Completes calls of Hopper's instructions with arguments that a schedule cannot express.

The implementations of `hopper`'s tensor intrinsics call device functions without these arguments.
`mark_turns` runs first, while a pipelined loop is still one loop: it adds the stage of shared
memory that an iteration uses and how often that was filled before, as expressions of the loop,
which the software pipeline then shifts like any other index. `fill_calls` runs before host and
device code are separated: the host encodes a tensor map of each operand, a kernel gets a barrier
per stage after its shared memory, and the calls get both.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import tvm
import tvm_ffi
from tvm import tirx

from ..core.errors import LoweringError
from ..core.launch import CLUSTER_AXIS
from ..gemm import wgmma_intrinsics as hopper
from ..gemm.hopper_text import device_functions
from .nodes import allocated, exchanged, loop_with, nodes
from .producer import warp_specialize
from .tile_apart import tile_apart

_STAGES = "schedules.stages"
_PIPELINE = "software_pipeline_stage"
_EXTERN = "tirx.call_extern"
_DEVICE_FUNCTION = "tirx.cuda.func_call"
_ROLES = (hopper.PRODUCER_MARK, hopper.CLUSTER_MARK, hopper.PINGPONG_MARK)
_OPEN = (hopper.STAGE, hopper.PHASE, hopper.LATER)
# Values of the driver's enums CUtensorMapSwizzle and CUtensorMapL2promotion.
_SWIZZLE_128_BYTES = 3
_PROMOTE_TO_256_BYTES = 3
_BARRIER_BYTES = 8
# The swizzle depends on the address: a slice begins at a multiple of eight rows of 128 bytes.
_ALIGNMENT = 1024


def called(call: tvm.ir.Call) -> str:
    """The name of the external function that a call calls, or ''."""
    is_extern = isinstance(call.op, tvm.ir.Op) and call.op.name == _EXTERN
    return str(call.args[0].value) if is_extern else ""


def names_called(body: tirx.Stmt) -> set[str]:
    """Names of all external functions that are called."""
    return set(map(called, nodes(tvm.ir.Call, body))) - {""}


# --- Before all passes ----------------------------------------------------------------------------


def mark_turns(func: tirx.PrimFunc) -> tirx.PrimFunc:
    """The function with stage, phase and 'not the first iteration' as expressions of the loop.

    The loop is the innermost one around the calls that is not unrolled; without a software pipeline
    it has one stage. Raises LoweringError if the calls are in several loops.
    """
    stages: list[int] = []
    roles: dict[str, int] = {}
    rounds: list[tvm.ir.Var] = []

    def without(loop: tirx.For, *marks: str, body: tirx.Stmt | None = None) -> tirx.For:
        told = {key: value for key, value in loop.annotations.items() if key not in marks}
        return loop_with(loop, body=loop.body if body is None else body, annotations=told)

    def on_for(loop: tirx.For, mutator) -> tirx.Stmt:
        if hopper.ROUNDS_MARK in loop.annotations:
            rounds.append(loop.loop_var)
            inner = mutator.default_mutate(loop)
            return without(inner, hopper.ROUNDS_MARK)
        inner = mutator.default_mutate(loop)
        if loop.kind == tirx.ForKind.UNROLLED or not names_called(inner.body) & set(_OPEN):
            return inner
        turn = loop.loop_var
        count = max(map(int, loop.annotations.get(_PIPELINE, [0]))) + 1
        stages.append(count)
        roles.update(
            {mark: int(loop.annotations[mark]) for mark in loop.annotations.keys() & {*_ROLES}}
        )
        # Rounds begin with the first stage; it is filled once more in each, like those that the
        # last filling comes to.
        times, rest = divmod(int(loop.extent), count)
        each = times + tirx.Cast("int32", turn % count < rest) if rest else times
        filled = ((rounds[0] * each if rounds else 0) + turn // count) % 2
        written = {
            # If a dedicated thread loads, it has to know the phase too.
            hopper.STAGE: filled * count + turn % count if roles else turn % count,
            hopper.PHASE: filled,
            hopper.LATER: tirx.Cast("int32", turn > 0),
        }
        body = tvm_ffi.structural_map(
            inner.body, (tvm.ir.Call, lambda call: written.get(called(call), call))
        )
        return without(loop, *_ROLES, body=body)

    body = tvm_ffi.structural_mutate(func.body, (tirx.For, on_for))
    if not stages:
        return func
    if len(stages) > 1:
        raise LoweringError("the loads and the wgmma calls of a kernel must be in one loop over K")
    return func.with_body(body).with_attr({_STAGES: stages[0]} | roles)


# --- Before host and device code are separated ----------------------------------------------------


def fill_calls(func: tirx.PrimFunc) -> tirx.PrimFunc:
    """The function with its device functions and, if it loads, tensor maps and barriers.

    Its shared memory must be as it will be emitted, after MergeSharedMemoryAllocations. A function
    without such calls is returned unchanged.
    """
    names = names_called(func.body)
    if hopper.WGMMA_WAIT not in names:
        return func
    stages, loads = int(func.attrs[_STAGES]), 2 if names & set(hopper.LOADS) else 0
    roles = hopper.PRODUCER_MARK in func.attrs
    cluster, turns = (
        int(func.attrs.get(mark, 1)) for mark in (hopper.CLUSTER_MARK, hopper.PINGPONG_MARK)
    )
    (old,) = allocated(func.body, "shared.dyn")
    body, size = tile_apart(func.body, called, old, turns)
    barriers = (stages * (1 + roles) if loads else 0) + (turns if turns > 1 else 0)
    larger = _shared_of(old, size + barriers * _BARRIER_BYTES)
    filled = _Filled(func, larger, size, stages, roles, cluster)
    start = [(hopper.TMA_START, filled.barrier(0), stages, loads)]
    if roles:
        body, warps = warp_specialize(body, called, stages, filled.barrier, cluster, turns)
        start = [(hopper.ROLES_START, filled.barrier(0), stages, loads, warps * cluster)]
    if turns > 1:
        start.insert(0, (hopper.TURNS_START, filled.barrier(2 * stages), turns, warps))
    if cluster > 1:
        start.append((hopper.CLUSTER_SYNC,))
        body = _clustered(body, cluster)
    filled.names = names | {name for name, *_ in start}
    body = tvm_ffi.structural_map(body, (tvm.ir.Call, filled.on_call))
    body = exchanged(body, old, filled.shared)
    if loads:
        calls = [tirx.Evaluate(tirx.call_extern("void", *call)) for call in start]
        body = tirx.SeqStmt([*filled.encoded, _at_entry(body, calls)])
    for mark in (_STAGES, *_ROLES):
        func = func.without_attr(mark)
    return func.with_body(body)


@dataclass
class _Filled:
    """A kernel's completed calls: barriers after `size` bytes of its shared memory, tensor maps of
    the arguments, and the text of the device functions in `names`."""

    func: tirx.PrimFunc
    shared: tirx.Buffer
    size: int
    stages: int
    roles: bool
    cluster: int
    names: set[str] = field(default_factory=set)
    maps: dict[str, tvm.ir.Var] = field(default_factory=dict)
    encoded: list[tirx.Stmt] = field(default_factory=list)

    def barrier(self, stage: tvm.ir.Expr | int) -> tvm.ir.Expr:
        return tirx.address_of(self.shared[self.size + stage * _BARRIER_BYTES])

    def full(self, stage: tvm.ir.Expr) -> tvm.ir.Expr:
        return self.barrier(stage % self.stages if self.roles else stage)

    def place(self, pointer: tvm.ir.Call, columns: tvm.ir.Expr, box: int) -> tuple:
        """An argument's tensor map, in boxes of the given size, and a pointer's coordinates in it.

        The kernel accesses its arguments through flat views with the same names.
        """
        _, data, offset, *_ = pointer.args
        name = str(data.args[0].name)
        if name not in self.maps:
            argument = next(param for param in self.func.params if str(param.name) == name)
            self.maps[name] = tvm.ir.Var(f"{name}_map", tvm.ir.PointerType(tirx.TensorMapType()))
            self.encoded.extend(_encode(self.maps[name], argument, box))
        return self.maps[name], offset % columns, offset // columns

    def on_call(self, call: tvm.ir.Call) -> tvm.ir.Call:
        name, given = called(call), call.args[1:]
        if name in hopper.LOADS:
            to, source, columns, bytes_, stage = given
            shared = (self.cluster,) if name == hopper.TMA_MULTICAST else ()
            place = self.place(source, columns, int(bytes_) // (self.cluster if shared else 1))
            given = (to, *place, bytes_, self.full(stage), *shared)
            name = hopper.TMA_AHEAD if self.roles and not shared else name
        elif name == hopper.TILE_STORE:
            source, to, columns = given
            given = (source, *self.place(to, columns, hopper.GROUP_M * hopper.ROW_BYTES))
        elif name == hopper.WGMMA_TMA or name.startswith(hopper.WGMMA_CODES):
            *given, stage, phase = given
            given = (*given, self.full(stage), phase)
        elif name == hopper.WGMMA_WAIT:
            return _with_texts(call, self.names)
        else:
            return call
        return tirx.call_extern("void", name, *given)


def _with_texts(wait: tvm.ir.Call, names: set[str]) -> tvm.ir.Call:
    """Attach the text of all device functions to a call that every kernel has exactly once."""
    name, sums, *told = wait.args
    kind = hopper.Wgmma(str(told[0].value), int(told[1])) if told else hopper.Wgmma()
    text = device_functions(kind, names)
    return tirx.call_intrin("void", _DEVICE_FUNCTION, str(name.value), sums, text)


def _shared_of(old: tirx.Buffer, size: int) -> tirx.Buffer:
    """Replace a buffer by dynamic shared memory of the given size, aligned."""
    return tirx.decl_buffer(
        (size,), old.dtype, old.name, scope=old.scope(), data_alignment=_ALIGNMENT
    )


def _clustered(body: tirx.Stmt, blocks: int) -> tirx.Stmt:
    """The body with clusters of the given number of blocks along y.

    Raises LoweringError if the grid is not a multiple of it.
    """

    def on_attr(attr: tirx.AttrStmt, mutator) -> tirx.Stmt:
        if attr.attr_key != "thread_extent" or str(attr.node.thread_tag) != "blockIdx.y":
            return mutator.default_mutate(attr)
        if int(attr.value) % blocks:
            raise LoweringError(
                f"a grid {attr.value} blocks high is not a multiple of clusters {blocks} blocks "
                "high"
            )
        tag = f"{CLUSTER_AXIS}.y"
        place = tvm.ir.Var(tag, attr.node.var.ty)
        axis = tirx.IterVar(tvm.ir.Range(0, blocks), place, attr.node.iter_type, tag)
        inner = tirx.AttrStmt(axis, attr.attr_key, tirx.const(blocks, "int32"), attr.body)
        return tirx.AttrStmt(attr.node, attr.attr_key, attr.value, inner)

    return tvm_ffi.structural_mutate(body, (tirx.AttrStmt, on_attr))


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
        # Bytes replace float8, which the driver does not have.
        descriptor_dtype=str(source.dtype) if item > 1 else "uint8",
        rank=2,
        swizzle=_SWIZZLE_128_BYTES,
        l2_promotion=_PROMOTE_TO_256_BYTES,
    )
    return [tirx.Bind(to, tirx.tvm_stack_alloca("tensormap", 1)), tirx.Evaluate(call)]


def _at_entry(body: tirx.Stmt, start: list[tirx.Stmt]) -> tirx.Stmt:
    """The body of a kernel that loads, with `start` executed first by every thread."""

    def on_attr(attr: tirx.AttrStmt, mutator) -> tirx.Stmt:
        if not names_called(attr.body) & set(hopper.LOADS):
            return mutator.default_mutate(attr)
        inner = [inner_attr.attr_key for inner_attr in nodes(tirx.AttrStmt, attr.body)]
        if attr.attr_key != "thread_extent" or "thread_extent" in inner:
            return mutator.default_mutate(attr)
        return tirx.AttrStmt(
            attr.node, attr.attr_key, attr.value, tirx.SeqStmt([*start, attr.body])
        )

    return tvm_ffi.structural_mutate(body, (tirx.AttrStmt, on_attr))
