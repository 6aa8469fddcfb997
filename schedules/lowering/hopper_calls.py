"""Completes calls of Hopper's instructions with arguments that a schedule cannot express.

The implementations of `hopper`'s tensor intrinsics call device functions without these arguments.
`mark_turns` runs first, while a pipelined loop is still one loop: it adds the stage of shared
memory that an iteration uses and how often that was filled before, as expressions of the loop,
which the software pipeline then shifts like any other index. `fill_calls` runs before host and
device code are separated: the host encodes a tensor map of each operand, a kernel gets a barrier
per stage after its shared memory, and the calls get both.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import tvm
import tvm_ffi
from tvm import tirx
from tvm.sym import Analyzer

from gpusim.chips import WARP

from ..core.errors import LoweringError
from ..core.launch import CLUSTER_AXIS
from ..gemm import wgmma_intrinsics as hopper
from ..gemm.hopper_text import device_functions
from .nodes import allocated, exchanged, loop_with, nodes, substituted

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
    body, size = tile_apart(func.body, old, turns)
    barriers = (stages * (1 + roles) if loads else 0) + (turns if turns > 1 else 0)
    larger = _shared_of(old, size + barriers * _BARRIER_BYTES)
    filled = _Filled(func, larger, size, stages, roles, cluster)
    start = [(hopper.TMA_START, filled.barrier(0), stages, loads)]
    if roles:
        body, warps = warp_specialize(body, stages, filled.barrier, cluster, turns)
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


# --- warp specialization --------------------------------------------------------------------------

# Warp specialization: a producer thread that loads, and consumer warpgroups that multiply.
#
# In a pipelined loop, each thread's program has both: loads of later slices, wgmma of slices that
# have arrived, and a barrier of the whole block between them. This pass divides the program. The
# first thread of an additional warpgroup, at threadIdx.y = 0, keeps the loads; the other warpgroups
# keep the rest. Each stage has two mbarriers: one for the arrival of a slice's bytes, and one at
# which the warps arrive that have used the slice. The block's barriers in the loop are removed.
#
# Ping-pong: if a block computes several tiles, the warpgroups take tiles in turn. One warpgroup
# multiplies at a time. Once its last wgmma are in flight, it arrives at an mbarrier of the next
# warpgroup, and stores its tile during the other's wgmma (CUTLASS calls such a kernel "ping-pong").


_SYNC = "tirx.tvm_storage_sync"

_PRODUCER, _LANES = "threadIdx.y", "threadIdx.x"

Barrier = Callable[[tvm.ir.Expr], tvm.ir.Expr]


def warp_specialize(
    body: tirx.Stmt,
    stages: int,
    barrier: Barrier,
    cluster: int = 1,
    turns: int = 1,
) -> tuple[tirx.Stmt, int]:
    """A kernel's body with a producer, and the number of warps that multiply a slice.

    The kernel is launched with one more warpgroup, whose first thread loads. In a cluster, no block
    ends before all are done with the data that they share. With `turns`, that many warpgroups take
    tiles in turn. Raises LoweringError if warpgroups share a tile, or a block computes only one.

    The calls of `wgmma_intrinsics` must have no barriers yet; the stage of each is its iteration
    modulo twice the number of stages. `barrier` gives the addresses of barriers: those of loads,
    those of wgmma, then one per warpgroup for its turn.
    """
    threads: dict[str, tvm.ir.Var] = {}
    groups = 0

    def on_attr(attr: tirx.AttrStmt, mutator) -> tirx.Stmt:
        nonlocal groups
        if attr.attr_key != "thread_extent":
            return mutator.default_mutate(attr)
        tag, value, axis = str(attr.node.thread_tag), attr.value, attr.node
        threads[tag] = axis.var
        if tag == _PRODUCER:
            groups = int(value)
            if turns > 1 and groups > 1:
                raise LoweringError(
                    f"a tile of {groups} warpgroups: alternating warpgroups need a tile of one "
                    "warpgroup"
                )
            value = groups * turns + 1
            whole = tvm.ir.Range(0, value)
            axis = tirx.IterVar(whole, axis.var, axis.iter_type, tag)
        within = any(inner.attr_key == "thread_extent" for inner in nodes(tirx.AttrStmt, attr.body))
        inner = mutator.default_mutate(attr).body if within else roles(attr.body)
        return tirx.AttrStmt(axis, attr.attr_key, value, inner)

    def roles(inner: tirx.Stmt) -> tirx.Stmt:
        group, lane = threads[_PRODUCER], threads[_LANES]
        # Variables bound before the two roles are shared by them.
        parts = list(inner.seq) if isinstance(inner, tirx.SeqStmt) else [inner]
        shared = [part for part in parts if isinstance(part, (tirx.AllocBuffer, tirx.DeclBuffer))]
        rest = _together([part for part in parts if not any(map(part.same_as, shared))])
        loads = _renamed(_loads(rest, stages, barrier))
        products = _products(rest, stages, barrier, groups, cluster)
        if turns > 1:
            products = _in_turn(products, turns, lambda of: barrier(2 * stages + of), group)
        products = substituted(products, {group: group - 1})
        mine, products = _with_registers(tirx.IfThenElse(lane == 0, loads, None), products)
        end = [_call(hopper.CLUSTER_SYNC)] if cluster > 1 else []
        return _together([*shared, tirx.IfThenElse(group == 0, mine, products), *end])

    made = tvm_ffi.structural_mutate(body, (tirx.AttrStmt, on_attr))
    return made, groups * hopper.GROUP // WARP


def _with_registers(loads: tirx.Stmt, products: tirx.Stmt) -> tuple[tirx.Stmt, tirx.Stmt]:
    """Both roles; if the epilogue uses registers, the producer gives registers to the consumers."""
    if hopper.TILE_WRITE_ROUNDED not in names_called(products):
        return loads, products
    given = tirx.SeqStmt([_call(hopper.GIVE_REGISTERS), loads])
    return given, tirx.SeqStmt([_call(hopper.TAKE_REGISTERS), products])


def _call(name: str, *given: tvm.ir.Expr | int) -> tirx.Stmt:
    return tirx.Evaluate(tirx.call_extern("void", name, *given))


def _together(parts: list[tirx.Stmt]) -> tirx.Stmt:
    return parts[0] if len(parts) == 1 else tirx.SeqStmt(parts)


def _loads(body: tirx.Stmt, stages: int, barrier: Barrier) -> tirx.Stmt:
    """The producer's part: loads, each after the wait until its stage is free, with their loops
    and the variables that are bound for them."""

    def kept(stmt: tirx.Stmt) -> tirx.Stmt | None:
        if isinstance(stmt, tirx.SeqStmt):
            parts = [part for part in map(kept, stmt.seq) if part is not None]
            return _together(parts) if parts else None
        if isinstance(stmt, tirx.Bind):
            return stmt
        if not {*hopper.LOADS} & names_called(stmt):
            return None
        if isinstance(stmt, tirx.For):
            return loop_with(stmt, body=kept(stmt.body))
        turn = stmt.value.args[-1]
        free, again = barrier(stages + turn % stages), turn // stages
        # A stage that has not been loaded yet is free.
        return tirx.SeqStmt([_call(hopper.TMA_WAIT, free, 1 - again), stmt])

    return kept(body)


def _products(
    body: tirx.Stmt, stages: int, barrier: Barrier, groups: int, cluster: int
) -> tirx.Stmt:
    """The consumers' part: everything except the loads.

    Up to the end of the wgmma, the block's barriers are removed; later barriers are for these
    threads only. A tile that is stored by TMA has its own barriers.
    """
    done, last = False, None
    names = names_called(body)
    own, rounded = hopper.TILE_STORE in names, hopper.TILE_WRITE_ROUNDED in names

    def on_statement(stmt: tirx.Evaluate) -> tirx.Stmt:
        nonlocal done, last
        call = stmt.value
        if not isinstance(call, tvm.ir.Call):
            return stmt
        name = called(call)
        done |= name == hopper.WGMMA_WAIT
        if name == hopper.WGMMA_TMA:
            *_, later, last, _ = call.args
            return tirx.SeqStmt([stmt, free(last + stages - 1, later)])
        if name == hopper.WGMMA_WAIT:
            # For the next tile, the last slice's stage is loaded again.
            then = [_call(hopper.TILE_FREE)] if rounded else []
            return tirx.SeqStmt([stmt, free(last, 1), *then])
        if isinstance(call.op, tvm.ir.Op) and call.op.name == _SYNC:
            left = done and not own
            return _call(hopper.PRODUCTS_SYNC, groups * hopper.GROUP) if left else tirx.Evaluate(0)
        return tirx.Evaluate(0) if name in hopper.LOADS else stmt

    def free(turn: tvm.ir.Expr, later: tvm.ir.Expr | int) -> tirx.Stmt:
        place = barrier(stages + turn % stages)
        if cluster > 1:
            return _call(hopper.SLICE_DONE_ALL, place, later, cluster)
        return _call(hopper.SLICE_DONE, place, later)

    products = tvm_ffi.structural_map(body, (tirx.Evaluate, on_statement))
    return _together([products, _call(hopper.TILE_STORED)]) if own else products


def _in_turn(body: tirx.Stmt, turns: int, barrier: Barrier, group: tvm.ir.Var) -> tirx.Stmt:
    """The consumers' part if they take tiles in turn.

    Each waits for the previous warpgroup, and releases the next one once its own wgmma are in
    flight.
    """

    def makes_tiles(loop: tirx.For) -> bool:
        return hopper.WGMMA_WAIT in names_called(loop)

    if not any(map(makes_tiles, nodes(tirx.For, body))):
        raise LoweringError(
            f"a block computes one tile: {turns} warpgroups cannot alternate between tiles"
        )

    def on_statement(stmt: tirx.Evaluate) -> tirx.Stmt:
        if not isinstance(stmt.value, tvm.ir.Call) or called(stmt.value) != hopper.WGMMA_WAIT:
            return stmt
        return tirx.SeqStmt([_call(hopper.TURN_OVER, barrier((group + 1) % turns)), stmt])

    def on_for(loop: tirx.For, mutator) -> tirx.Stmt:
        if not makes_tiles(loop):
            return mutator.default_mutate(loop)
        turn = tvm.ir.Var("turn", loop.loop_var.ty)
        # The first warpgroup does not wait at its first tile.
        over = (turn + tirx.Cast("int32", group < 1)) % 2
        inner = [
            tirx.Bind(loop.loop_var, turn * turns + group),
            _call(hopper.TMA_WAIT, barrier(group), over),
            tvm_ffi.structural_map(loop.body, (tirx.Evaluate, on_statement)),
        ]
        each, rest = divmod(int(loop.extent), turns)
        count = each + tirx.Cast("int32", group < rest) if rest else each
        return tirx.For(turn, loop.min, count, loop.kind, tirx.SeqStmt(inner))

    return tvm_ffi.structural_mutate(body, (tirx.For, on_for))


def _renamed(stmt: tirx.Stmt) -> tirx.Stmt:
    """The statement with new variables, because a kernel may define each variable only once."""
    own = [loop.loop_var for loop in nodes(tirx.For, stmt)]
    own += [bind.var for bind in nodes(tirx.Bind, stmt)]
    return substituted(stmt, {var: tvm.ir.Var(f"{var.name}_ahead", var.ty) for var in own})


# --- the tile of C apart --------------------------------------------------------------------------

# Gives the tile of C its own shared memory.
#
# MergeSharedMemoryAllocations places C over slices that the block no longer needs. If the next
# tile's slices arrive while C is stored by TMA, C needs its own memory. Only the two instructions
# that write and store C use its address, so only they are changed.


# Index of the argument, after the function's name, that points to the tile.
_POINTER = {hopper.TILE_WRITE: 2, hopper.TILE_WRITE_ROUNDED: 2, hopper.TILE_STORE: 1}


def tile_apart(body: tirx.Stmt, shared: tirx.Buffer, turns: int = 1) -> tuple[tirx.Stmt, int]:
    """The body with its tile of C after the bytes of shared memory, and the total size.

    If warpgroups take tiles in turn, each has its own tile, selected by threadIdx.y. Without a tile
    that is stored by TMA, both are returned unchanged.
    """
    size = math.prod(map(int, shared.shape))
    stores = [call for call in nodes(tvm.ir.Call, body) if called(call) == hopper.TILE_STORE]
    if not stores:
        return body, size
    kind, _, first, each, _ = stores[0].args[_POINTER[hopper.TILE_STORE]].args
    item = kind.ty.dtype.itemsize
    rounded = hopper.TILE_WRITE_ROUNDED in names_called(body)
    # The address of the first warpgroup's part.
    first = tvm_ffi.structural_map(first, (tvm.ir.Var, lambda _: tirx.const(0, "int32")))
    moved = size // item - int(Analyzer().simplify(first))
    group, groups = next(
        (attr.node.var, int(attr.value))
        for attr in nodes(tirx.AttrStmt, body)
        if attr.attr_key == "thread_extent" and str(attr.node.thread_tag) == "threadIdx.y"
    )

    def on_call(call: tvm.ir.Call) -> tvm.ir.Call:
        position = _POINTER.get(called(call))
        if position is None:
            return call
        given = list(call.args)
        kind, data, offset, extent, mask = given[position].args
        offset += moved + (group * each if turns > 1 else 0)
        if rounded:
            # In bytes, since TVM rejects a pointer of a type other than the slices'.
            given[position] = tirx.address_of(shared[offset * item])
        else:
            pointer = [kind, data, offset, extent, mask]
            given[position] = tvm.ir.Call(given[position].op, pointer, ret_ty=given[position].ty)
        return tvm.ir.Call(call.op, given, ret_ty=call.ty)

    whole = size + groups * turns * int(each) * item
    return tvm_ffi.structural_map(body, (tvm.ir.Call, on_call)), whole
