"""A TIR function in float64, with bounds on the rounding error of each element in its own dtypes.

`with_bounds` makes it from any function: every floating-point buffer becomes a float64 buffer, with
three more for the parts of its elements' errors (see rounding.py). Branches and loop bounds are
assumed to be those of the float64 computation.
"""

from __future__ import annotations

import tvm
import tvm_ffi
from tvm import s_tir, tirx
from tvm.ir import Expr
from tvm.tirx.buffer import is_buffer_var

from ..core.problem import is_exact
from .rounding import WIDE, Rounding, Term, spread, unknown, wide

PARTS = ("inherited", "worst", "squares")


def with_bounds(func: tirx.PrimFunc, outputs: int) -> tirx.PrimFunc:
    """The function of (inputs, outputs, three parts for each output), all floats in float64.

    Parameters
    ----------
    func : PrimFunc
        Unscheduled; its last `outputs` parameters are what it writes.

    Raises
    ------
    UserError
        For code without an error bound: vectors, calls of libraries, bits of floats.
    """
    mod = tvm.ir.IRModule({"main": tvm_ffi.structural_map(func, (tirx.For, _plain))})
    lower = s_tir.transform
    for lowering in (
        lower.LowerInitBlock(),
        lower.PlanAndUpdateBufferAllocationLocation(),
        lower.ConvertBlocksToOpaque(),
        lower.CompactBufferAllocation(),
        lower.LowerMatchBuffer(),
        lower.LowerOpaqueBlock(),
    ):
        mod = lowering(mod)
    plain = mod["main"]
    twins = _Twins(plain, outputs)
    body = twins.stmt(plain.body)
    results = plain.params[len(plain.params) - outputs :]
    params = [twins.value_of(param) for param in plain.params]
    params += [part for result in results for part in twins.parts_of(result)]
    return tirx.PrimFunc(params, body, plain.ret_type, plain.attrs)


def _plain(loop: tirx.For) -> tirx.For:
    """The loop as a sequential one, which computes the same."""
    if loop.kind == tirx.ForKind.SERIAL and not loop.annotations:
        return loop
    return tirx.For(loop.loop_var, loop.min, loop.extent, tirx.ForKind.SERIAL, loop.body)


class _Twins:
    """Maps buffers and float variables to their float64 counterparts and error bounds."""

    def __init__(self, func: tirx.PrimFunc, outputs: int) -> None:
        self._values: dict[tirx.Buffer, tirx.Buffer] = {}
        self._parts: dict[tirx.Buffer, tuple[tirx.Buffer, ...]] = {}
        self._terms: dict[tirx.Var, Term] = {}
        # Inputs are exact; what the function computes has errors.
        for param in func.params[len(func.params) - outputs :]:
            self.parts_of(param)
        self._stored = _stored(func)

    def value_of(self, buffer: tirx.Buffer) -> tirx.Buffer:
        dtype = str(buffer.dtype)
        if is_exact(dtype):
            return buffer
        if buffer not in self._values:
            self._values[buffer] = tirx.decl_buffer(buffer.shape, WIDE, str(buffer.name))
        return self._values[buffer]

    def parts_of(self, buffer: tirx.Buffer) -> tuple[tirx.Buffer, ...]:
        if buffer not in self._parts:
            self._parts[buffer] = tuple(
                tirx.decl_buffer(buffer.shape, WIDE, f"{buffer.name}_{part}") for part in PARTS
            )
        return self._parts[buffer]

    # --- expressions ------------------------------------------------------------------------------

    def _term(self, expr: Expr, store: tirx.BufferStore | None = None) -> Term:
        return Rounding(
            lambda asked, rounding: self._load(asked, rounding, store),
            lambda asked: _same_element(asked, store),
        ).term(expr)

    def _load(self, expr: Expr, rounding: Rounding, store: tirx.BufferStore | None) -> Term:
        if not isinstance(expr, tvm.ir.TensorLoad):
            return self._terms.get(expr, Term(expr))
        indices = [rounding.term(index).value for index in expr.indices]
        value = tirx.BufferLoad(self.value_of(expr.source), indices)
        if expr.source not in self._stored:
            return Term(value)
        term = Term(value, *(tirx.BufferLoad(part, indices) for part in self.parts_of(expr.source)))
        # Until a reduction is complete, its roundings count as its own.
        return term if _same_element(expr, store) else Term(value, spread(term))

    # --- statements -------------------------------------------------------------------------------

    def stmt(self, stmt: tirx.Stmt) -> tirx.Stmt:
        """Raises UserError for a statement that is not known."""
        if isinstance(stmt, tirx.SeqStmt):
            return tirx.SeqStmt([self.stmt(part) for part in stmt.seq])
        if isinstance(stmt, tirx.BufferStore):
            return self._store(stmt)
        if isinstance(stmt, tirx.AllocBuffer):
            buffers = [self.value_of(stmt.buffer)]
            if stmt.buffer in self._stored:
                buffers += self.parts_of(stmt.buffer)
            return _sequence([tirx.AllocBuffer(buffer) for buffer in buffers])
        if isinstance(stmt, tirx.For):
            low, extent = self._term(stmt.min).value, self._term(stmt.extent).value
            return tirx.For(stmt.loop_var, low, extent, tirx.ForKind.SERIAL, self.stmt(stmt.body))
        if isinstance(stmt, tirx.IfThenElse):
            other = stmt.else_case and self.stmt(stmt.else_case)
            condition = self._term(stmt.condition).value
            return tirx.IfThenElse(condition, self.stmt(stmt.then_case), other)
        if isinstance(stmt, tirx.AttrStmt):
            return self.stmt(stmt.body)
        if isinstance(stmt, tirx.While):
            return tirx.While(self._term(stmt.condition).value, self.stmt(stmt.body))
        if isinstance(stmt, tirx.Bind) and not is_buffer_var(stmt.var):
            return self._bind(stmt)
        raise unknown(type(stmt).__name__)

    def _store(self, stmt: tirx.BufferStore) -> tirx.Stmt:
        term = self._term(stmt.value, stmt)
        indices = [self._term(index).value for index in stmt.indices]
        if stmt.buffer not in self._stored:
            return tirx.BufferStore(self.value_of(stmt.buffer), term.value, indices)
        # The parts refer to the element's previous value, so the value is stored last.
        parts = [
            tirx.BufferStore(buffer, wide(0) if part is None else part, indices)
            for buffer, part in zip(self.parts_of(stmt.buffer), term.parts, strict=True)
        ]
        return _sequence(
            [*parts, tirx.BufferStore(self.value_of(stmt.buffer), term.value, indices)]
        )

    def _bind(self, stmt: tirx.Bind) -> tirx.Stmt:
        term = self._term(stmt.value)
        binds, names = [], []
        for expr in term:
            if expr is None:
                names.append(None)
                continue
            names.append(tirx.Var(str(stmt.var.name), str(expr.ty.dtype)))
            binds.append(tirx.Bind(names[-1], expr))
        self._terms[stmt.var] = Term(*names)
        return _sequence(binds)


def _sequence(parts: list[tirx.Stmt]) -> tirx.Stmt:
    return parts[0] if len(parts) == 1 else tirx.SeqStmt(parts)


def _stored(func: tirx.PrimFunc) -> set[tirx.Buffer]:
    """Buffers that may hold rounded values: floats, or integers computed from floats."""
    stores: list[tirx.BufferStore] = []
    tvm_ffi.structural_walk(func.body, (tirx.BufferStore, stores.append))
    buffers = {store.buffer for store in stores if not is_exact(str(store.buffer.dtype))}
    while True:
        more = {store.buffer for store in stores if _of_floats(store.value, buffers)} - buffers
        if not more:
            return buffers
        buffers |= more


def _of_floats(value: Expr, rounded: set[tirx.Buffer]) -> bool:
    seen: list[bool] = []

    def on_expr(expr: Expr) -> None:
        seen.append(not is_exact(str(expr.ty.dtype)))

    def on_load(load: tvm.ir.TensorLoad) -> None:
        seen.append(load.source in rounded or not is_exact(str(load.source.dtype)))

    tvm_ffi.structural_walk(value, [(tvm.ir.TensorLoad, on_load), (tirx.Cast, on_expr)])
    return any(seen)


def _same_element(expr: Expr, store: tirx.BufferStore | None) -> bool:
    return (
        store is not None
        and isinstance(expr, tvm.ir.TensorLoad)
        and expr.source.same_as(store.buffer)
        and all(map(tvm_ffi.structural_equal, expr.indices, store.indices))
    )
