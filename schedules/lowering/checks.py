"""Checks for modules that TVM lowers silently but no GPU can run, and for a target's limits."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import tvm
import tvm_ffi
from tvm import s_tir, sym, tirx

from gpusim.chips import Limits

from ..core.errors import MOST_EXTENT, LimitError, LoweringError, NoKernel
from ..core.launch import Launch, check_launch
from .host_calls import bytes_of
from .nodes import DEVICE_ENTRY, allocated, in_loops, is_bound, nodes

_DEVICE_CALLS = ("tirx.call_extern", "tirx.call_pure_extern", "tirx.cuda.", "tirx.ptx")


def check_schedule(mod: tvm.ir.IRModule) -> None:
    """Raise NoKernel if a stage is not inside a bound loop, and whatever the checks below raise."""
    if idle := unbound_stages(mod):
        raise NoKernel(f"no kernel yet: no loop bound to a block or thread axis: {'; '.join(idle)}")
    check_extents(mod)
    check_thread_axes(mod)
    check_kernel_memory(mod)


def unbound_stages(mod: tvm.ir.IRModule) -> list[str]:
    """Stages without a thread-bound loop, each as 'block (loops i, j)'.

    TVM silently runs such a stage on the host, so a module that has one is not a kernel yet.
    """
    stages = []
    for loops, block in in_loops(s_tir.SBlock, mod):
        if not any(map(is_bound, loops)) and not nodes(s_tir.SBlock, block.body):
            names = ", ".join(loop.loop_var.name for loop in loops)
            stages.append(f"{block.name_hint} (loops {names})" if names else str(block.name_hint))
    return stages


TOO_LONG = "a product of extents passes 2^31, which TVM's int32 cannot hold; take a smaller --shape"


def check_extents(mod: tvm.ir.IRModule) -> None:
    """Raise LimitError if the extent of a fused loop exceeds its int32.

    TVM wraps the product silently: to zero, to a negative number, or to far too few iterations for
    the block inside.
    """
    for loops, block in in_loops(s_tir.SBlock, mod):
        extents = [loop.extent for loop in loops]
        domain = [axis.dom.extent for axis in block.iter_vars]
        if not all(isinstance(extent, tirx.IntImm) for extent in (*extents, *domain)):
            continue
        elements = math.prod(map(int, domain))
        wrapped = any(int(extent) < 0 for extent in extents)
        if wrapped or (elements > MOST_EXTENT and math.prod(map(int, extents)) < elements):
            names = ", ".join(f"{loop.loop_var.name} = {loop.extent}" for loop in loops)
            raise LimitError(
                f"block {block.name_hint} has {elements:,} elements under loops {names}: {TOO_LONG}"
            )


def check_thread_axes(mod: tvm.ir.IRModule) -> None:
    """Raise LoweringError if nested or neighbouring loops conflict on one thread axis, which has
    only one index on a GPU.

    If a loop bound to threadIdx.x is inside another one, both have the same index on a GPU, so a
    block that uses both runs only where the two are equal. If two such loops side by side have
    different extents, TVM launches one of the extents and guards neither loop. As serial loops both
    run as written, so no CPU run shows the error.
    """
    for loops, realize in in_loops(s_tir.SBlockRealize, mod):
        used = nodes(tvm.ir.Var, *realize.iter_values, realize.predicate)
        seen: dict[str, str] = {}
        for loop in filter(is_bound, loops):
            if not any(loop.loop_var.same_as(var) for var in used):
                continue
            axis, name = str(loop.thread_binding.thread_tag), str(loop.loop_var.name)
            if axis in seen:
                raise LoweringError(
                    f"block {realize.block.name_hint} binds two loops, {seen[axis]} and {name}, to "
                    f"{axis}: they would have one index, and only the diagonal would be computed; "
                    "bind one to another axis"
                )
            seen[axis] = name
    # Within a kernel: axis -> its first loop.
    axes: dict[str, tirx.For] = {}
    for loops, loop in in_loops(tirx.For, mod):
        if not is_bound(loop):
            continue
        if not any(map(is_bound, loops)):
            axes.clear()
        axis = str(loop.thread_binding.thread_tag)
        first = axes.setdefault(axis, loop)
        if not axis.startswith("vthread") and int(first.extent) != int(loop.extent):
            raise LoweringError(
                f"one kernel binds {axis} to loops of different extents, {first.extent} "
                f"({first.loop_var.name}) and {loop.extent} ({loop.loop_var.name}): split the "
                "longer loop"
            )


def check_kernel_memory(mod: tvm.ir.IRModule) -> None:
    """Raise LoweringError for shared memory or registers that would have to outlive a kernel.

    Each statement of the root block is a separate kernel; TVM silently makes a buffer that two of
    them use a parameter.
    """
    for func in mod.functions.values():
        if not isinstance(func.body, s_tir.SBlockRealize):
            continue
        root = func.body.block
        parts = list(root.body.seq) if isinstance(root.body, tirx.SeqStmt) else [root.body]
        for buffer in root.alloc_buffers:
            if buffer.scope() == "global":
                continue
            if sum(any(map(buffer.same_as, nodes(tvm.ir.Var, part))) for part in parts) > 1:
                raise LoweringError(
                    f"{buffer.name} is in {buffer.scope()} memory, which ends with the kernel, "
                    "and another kernel reads it: compute_at a loop of its consumer"
                )


# A byte shifted left, then right.
_BYTE_SHIFTS = re.compile(r"<< \(uchar\)\d+\) >> \(uchar\)\d+\)")


def check_byte_shifts(source: str) -> None:
    """Raise LoweringError for a text that shifts a byte left and right again.

    TVM 0.27 emits `(x << (uchar)1) >> (uchar)4`, which should be a byte; C promotes it to int,
    which keeps the upper bits. Its float8 conversion before sm_89 does so: the sign becomes part of
    the exponent.
    """
    if _BYTE_SHIFTS.search(source):
        raise LoweringError(
            "TVM's text shifts a byte left and right as an int, which keeps its upper bits (its "
            "float8 conversion before sm_89): lower it for sm_89 or later"
        )


def threads_meet(mod: tvm.ir.IRModule) -> bool:
    """Whether threads of the module synchronize, so that it cannot run serially.

    This is true for TIRx, explicit threads and barriers. Scheduled modules have none of these,
    since each stage contains its own thread loops.
    """
    stated = {str(attr.attr_key) for attr in nodes(tirx.AttrStmt, mod)}
    if stated & {"thread_extent", DEVICE_ENTRY}:
        return True
    calls = {str(getattr(call.op, "name", "")) for call in nodes(tvm.ir.Call, mod)}
    return any("sync" in name or "shuffle" in name or "barrier" in name for name in calls)


def calls_device_code(mod: tvm.ir.IRModule) -> bool:
    """Whether the module calls CUDA functions, by name or with their source, or GPU
    instructions."""
    calls = {str(getattr(call.op, "name", "")) for call in nodes(tvm.ir.Call, mod)}
    return any(name.startswith(_DEVICE_CALLS) for name in calls)


def bound_loops(mod: tvm.ir.IRModule) -> dict[str, list[tuple[str, int]]]:
    """Thread axis ('threadIdx.x') -> name and extent of the loops bound to it."""
    loops_by_axis: dict[str, dict[tuple[str, int], None]] = {}
    for loop in nodes(tirx.For, mod):
        if is_bound(loop):
            axis = loops_by_axis.setdefault(str(loop.thread_binding.thread_tag), {})
            axis[str(loop.loop_var.name), int(loop.extent)] = None
    return {axis: list(loops) for axis, loops in loops_by_axis.items()}


def check_limits(launch: Launch, limit: Limits, mod: tvm.ir.IRModule, func: tirx.PrimFunc) -> None:
    """Raise LimitError, naming loops or buffers, if the block exceeds a limit.

    Raises LoweringError for an intermediate in global memory, which a kernel cannot allocate.
    """
    if buffers := allocated(func.body, "global"):
        raise LoweringError(
            f"buffer {buffers[0].name} would be allocated in global memory by the kernel: "
            "give it scope 'shared' or 'local' with sch.set_scope, or inline its stage"
        )
    if launch.threads > limit.threads:
        loops = ", ".join(
            f"{name} = {extent} on {axis}"
            for axis, entries in sorted(bound_loops(mod).items())
            if axis.startswith("threadIdx")
            for name, extent in entries
        )
        raise LimitError(
            f"a block of {launch.threads} threads exceeds the target's limit of {limit.threads}: "
            f"{loops}; split one of them and bind the outer part to a block axis"
        )
    check_launch(launch.grid, launch.block)
    for scope, used, most in (
        ("shared", launch.static_shared, limit.static_shared),
        ("shared.dyn", launch.dynamic_shared, limit.dynamic_shared),
    ):
        if used > most:
            names = ", ".join(
                f"{buffer.name} = {bytes_of(buffer)} B" for buffer in allocated(func.body, scope)
            )
            way_out = (
                f"use scope 'shared.dyn', which takes up to {limit.dynamic_shared} B"
                if scope == "shared" and used <= limit.dynamic_shared > most
                else "use smaller tiles"
            )
            raise LimitError(
                f"{used} B of {scope} memory exceed the target's limit of {most} B per block: "
                f"{names}; {way_out}"
            )
    for buffer in allocated(func.body, "local") if limit.local is not None else ():
        if (size := bytes_of(buffer)) > limit.local:
            raise LimitError(
                f"{buffer.name} = {size} B of local memory exceed the target's limit of "
                f"{limit.local} B per thread: use smaller tiles"
            )


# --- accesses of a TVMScript out of bounds --------------------------------------------------------

# TVM trusts what the script says about its blocks, and a CPU that runs it crashes.


# Loops of a block whose first and last iterations are combined.
_MOST_LOOPS = 8
Ranges = Mapping[tvm.ir.Var, tuple[int, int]]


def check_domains(mod: tvm.ir.IRModule) -> None:
    """Raise LoweringError if a block runs where one of its axes is outside its extent, as without
    a T.where: its accesses are then out of bounds.

    Where the analyzer does not prove that the axes are inside, the first and last iterations of the
    loops are tried.
    """
    loops = [(loop.loop_var, loop.min, loop.extent) for loop in nodes(tirx.For, mod)]
    blocks = nodes(s_tir.SBlock, mod)
    iterators = (axis for block in blocks for axis in block.iter_vars)
    axes = [(axis.var, axis.dom.min, axis.dom.extent) for axis in iterators]
    ranges = {
        var: (int(low), int(low) + int(extent))
        for var, low, extent in (*loops, *axes)
        if isinstance(low, tirx.IntImm) and isinstance(extent, tirx.IntImm)
    }
    for realize in nodes(s_tir.SBlockRealize, mod):
        for axis, value in zip(realize.block.iter_vars, realize.iter_values, strict=True):
            if axis.var in ranges:
                _check_domain(realize, axis.var, value, ranges)


def _check_domain(
    realize: s_tir.SBlockRealize, axis: tvm.ir.Var, value: tvm.ir.Expr, ranges: Ranges
) -> None:
    low, high = ranges[axis]
    used = list(dict.fromkeys(nodes(tvm.ir.Var, value, realize.predicate)))
    if not all(var in ranges for var in used):
        return
    analyzer = sym.Analyzer()
    for var in used:
        analyzer.bind(var, tvm.ir.Range(ranges[var][0], ranges[var][1]))
    with analyzer.constraint_scope(realize.predicate):
        if analyzer.can_prove(tirx.all(value >= low, value < high)):
            return
    outside = tirx.all(realize.predicate, tirx.any(value < low, value >= high))
    for analyzer, where in _ends(used, ranges):
        if analyzer.can_prove(outside):
            block = realize.block
            access = next(iter(block.writes or block.reads), block.name_hint)
            raise LoweringError(
                f"block {block.name_hint} accesses {access} out of bounds: {axis.name} = {value} "
                f"is {analyzer.simplify(value)} at {where}, and the axis ends at {high - 1}; a "
                f"T.where({value} < {high}) is missing"
            )


def _ends(used: Sequence[tvm.ir.Var], ranges: Ranges) -> Iterator[tuple[sym.Analyzer, str]]:
    """The first and last values of variables: an analyzer that knows them, and their text."""
    ends: list[tuple[int, ...]] = [
        (ranges[var][0], ranges[var][1] - 1) for var in used[:_MOST_LOOPS]
    ]
    ends += [(ranges[var][1] - 1,) for var in used[_MOST_LOOPS:]]
    for point in itertools.product(*ends):
        analyzer = sym.Analyzer()
        for var, number in zip(used, point, strict=True):
            analyzer.bind(var, tirx.const(number, str(var.ty.dtype)))
        named = zip(used, point, strict=True)
        yield analyzer, " and ".join(f"{var.name} = {at}" for var, at in named)


def check_accesses(mod: tvm.ir.IRModule) -> None:
    """Raise LoweringError for an access beyond the elements of its buffer, at the first or last
    iterations of the loops, where the conditions around it are known to hold there."""
    walk = _Walk()
    kinds = [tirx.For, s_tir.SBlockRealize, tirx.IfThenElse, tirx.Select, tirx.And, tirx.Or]
    kinds += [tvm.ir.Call, tirx.BufferStore, tvm.ir.TensorLoad]
    visits = [(kind, getattr(walk, f"on_{kind.__name__}")) for kind in kinds]
    for func in mod.functions.values():
        tvm_ffi.structural_visit(func.body, visits)
    if walk.found:
        raise LoweringError(walk.found)


@dataclass
class _Walk:
    """The ranges of the loops around a node, the values of the axes, and what holds there; the
    first access out of bounds."""

    ranges: dict[tvm.ir.Var, tuple[int, int]] = field(default_factory=dict)
    axes: dict[tvm.ir.Var, tvm.ir.Expr] = field(default_factory=dict)
    conditions: list[tvm.ir.Expr] = field(default_factory=list)
    found: str = ""

    def on_For(self, loop: tirx.For, visitor: Any) -> None:
        if isinstance(loop.min, tirx.IntImm) and isinstance(loop.extent, tirx.IntImm):
            self.ranges[loop.loop_var] = int(loop.min), int(loop.min) + int(loop.extent)
        visitor.default_visit(loop)

    def on_SBlockRealize(self, realize: s_tir.SBlockRealize, visitor: Any) -> None:
        axes = (axis.var for axis in realize.block.iter_vars)
        self.axes |= zip(axes, realize.iter_values, strict=True)
        # Not the regions that the block declares.
        for part in (realize.block.init, realize.block.body):
            self._under(realize.predicate, part, visitor)

    def _under(self, condition: tvm.ir.Expr, part: Any, visitor: Any) -> None:
        if part is not None:
            self.conditions.append(condition)
            visitor.visit(part)
            self.conditions.pop()

    def _branch(self, condition: tvm.ir.Expr, then: Any, other: Any, visitor: Any) -> None:
        visitor.visit(condition)
        self._under(condition, then, visitor)
        self._under(tirx.Not(condition), other, visitor)

    def on_IfThenElse(self, stmt: tirx.IfThenElse, visitor: Any) -> None:
        self._branch(stmt.condition, stmt.then_case, stmt.else_case, visitor)

    def on_Select(self, value: tirx.Select, visitor: Any) -> None:
        self._branch(value.condition, value.true_value, value.false_value, visitor)

    def on_And(self, both: tirx.And, visitor: Any) -> None:
        self._branch(both.a, both.b, None, visitor)

    def on_Or(self, either: tirx.Or, visitor: Any) -> None:
        self._branch(either.a, None, either.b, visitor)

    def on_Call(self, call: tvm.ir.Call, visitor: Any) -> None:
        if getattr(call.op, "name", "").endswith("if_then_else"):
            condition, then, other = call.args
            self._branch(condition, then, other, visitor)
        else:
            visitor.default_visit(call)

    def on_BufferStore(self, store: tirx.BufferStore, visitor: Any) -> None:
        self._check(store.buffer, store.indices)
        visitor.default_visit(store)

    def on_TensorLoad(self, load: tvm.ir.TensorLoad, visitor: Any) -> None:
        self._check(load.source, load.indices)
        visitor.default_visit(load)

    def _check(self, buffer: tirx.Buffer, indices: Sequence[tvm.ir.Expr]) -> None:
        shape = list(buffer.shape)
        if self.found or not all(isinstance(extent, tirx.IntImm) for extent in shape):
            return
        used = dict.fromkeys(nodes(tvm.ir.Var, *indices, *self.conditions))
        axes = [(axis, value) for axis, value in self.axes.items() if axis in used]
        used |= dict.fromkeys(nodes(tvm.ir.Var, *(value for _, value in axes)))
        loops = [var for var in used if var not in self.axes]
        if not all(var in self.ranges for var in loops):
            return
        size = math.prod(map(int, shape))
        extents = zip(shape, indices, strict=True)
        at = reduce(lambda before, pair: before * int(pair[0]) + pair[1], extents, 0)
        outside = tirx.all(*self.conditions, tirx.any(at < 0, at >= size))
        for analyzer, where in _ends(loops, self.ranges):
            for axis, value in axes:
                analyzer.bind(axis, analyzer.simplify(value))
            if analyzer.can_prove(outside):
                text = f"{buffer.name}[{', '.join(map(str, indices))}]"
                reached = ", ".join(str(analyzer.simplify(index)) for index in indices)
                self.found = (
                    f"{text} is out of bounds: it is {buffer.name}[{reached}] at {where}, and "
                    f"{buffer.name} has {' x '.join(map(str, shape))} elements"
                )
                return
