"""Accesses of a TVMScript out of bounds.

TVM trusts what the script says about its blocks, and a CPU that runs it crashes.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import tvm
import tvm_ffi
from tvm import s_tir, sym, tirx

from ..core.errors import LoweringError
from .nodes import nodes

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
