"""Bounds on the rounding error of an expression, compared with its value in float64.

A running error analysis (Higham, Accuracy and Stability of Numerical Algorithms, section 3.3), as
TIR: each operation passes on the errors of its operands, to first order, and adds a rounding of its
own in the dtype that the expression declares. An error has three parts:

- inherited errors: those of elements that were stored before, shared by all that read them;
- the sum of its own roundings, each at its largest;
- the sum of their squares. Roundings of a long sum have both signs, so their total rarely exceeds a
  few times the root of this (Higham and Mary, A New Approach to Probabilistic Rounding Error
  Analysis). With the worst case alone, all-zero outputs of long float16 sums would pass.

The bound is the first part plus the smaller of the second and DEVIATIONS times the root of the
third. A schedule may change the order of summation, so an addition to a sum counts twice, with the
magnitudes of both operands. Near equality, a comparison of floats may have the other result.

Intrinsics may have the errors of CUDA's fast ones (CUDA C++ Programming Guide, Intrinsic
Functions), because kernels are compiled to these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import ml_dtypes
import numpy as np
import tvm
import tvm_ffi
from tvm import s_tir, tirx
from tvm.ir import Expr
from tvm.tirx.buffer import is_buffer_var

from gpusim.errors import UserError

from ..core.problem import is_exact, unit_roundoff

DEVIATIONS = 6.0
WIDE = "float64"
# Error of an intrinsic beyond one rounding: units in the last place of float32, more of them for
# each unit of its arguments, and an absolute error.
_FAST = {
    "exp": (3.0, 2.4, 0.0),
    "exp2": (3.0, 2.0, 0.0),
    "exp10": (3.0, 4.0, 0.0),
    "log": (4.0, 0.0, 2.0**-21),
    "log2": (4.0, 0.0, 2.0**-21),
    "log10": (4.0, 0.0, 2.0**-23),
    "sin": (2.0, 0.0, 2.0**-21),
    "cos": (2.0, 0.0, 2.0**-21),
    "tan": (8.0, 0.0, 2.0**-20),
    "tanh": (2.0**12, 0.0, 0.0),
    "sigmoid": (8.0, 2.4, 0.0),
    "pow": (16.0, 16.0, 0.0),
}
_OTHER = (8.0, 0.0, 0.0)
# Functions that TVM lowers to several operations, each rounded in the dtype itself: 1 / (1 +
# exp(-x)).
_ROUNDINGS = {"sigmoid": 3}
_DIVISION = (3.0, 0.0, 0.0)
# Functions whose result is an integer, or the argument up to its sign.
_UNROUNDED = ("fabs", "floor", "ceil", "trunc", "round", "nearbyint", "isnan", "isinf", "isfinite")
_COMPARISONS = (tirx.LT, tirx.LE, tirx.GT, tirx.GE, tirx.EQ, tirx.NE)
_BINARY = (*_COMPARISONS, tirx.Add, tirx.Sub, tirx.Mul, tirx.Div, tirx.Min, tirx.Max)
_BINARY += (tirx.And, tirx.Or, tirx.Mod, tirx.FloorDiv, tirx.FloorMod)
_BINARY += (tirx.BitwiseAnd, tirx.BitwiseOr, tirx.BitwiseXor, tirx.LShift, tirx.RShift)


class Term(NamedTuple):
    """An expression, in float64 if it is floating-point, and the parts of its error; None for no
    error."""

    value: Expr
    inherited: Expr | None = None
    worst: Expr | None = None
    squares: Expr | None = None

    @property
    def exact(self) -> bool:
        return self.inherited is self.worst is self.squares is None

    @property
    def parts(self) -> tuple[Expr | None, ...]:
        return self[1:]


def roundoff(dtype: str) -> tuple[float, float]:
    """The largest relative error of rounding to a dtype, and the absolute one near zero, where
    CUDA's fast float32 has no subnormal numbers; zeros for integers and bool."""
    if is_exact(dtype):
        return 0.0, 0.0
    about = ml_dtypes.finfo(dtype)
    # In the dtype itself, half of the smallest number is 0.
    least = about.smallest_normal if dtype == "float32" else float(about.smallest_subnormal) / 2
    return unit_roundoff(dtype), float(least)


def bound(inherited: np.ndarray, worst: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """The bound of a value's three parts, plus a tenth for second-order terms."""
    return 1.1 * (inherited + np.minimum(worst, DEVIATIONS * np.sqrt(squares)))


def unknown(what: str) -> UserError:
    return UserError(f"no rounding bound is known for {what}: give `reference` and `tolerance`")


def spread(term: Term) -> Expr | None:
    """A term's bound, as an expression."""
    if term.squares is None:
        return _sum(term.inherited, term.worst)
    likely = tirx.sqrt(term.squares) * DEVIATIONS
    return _sum(term.inherited, likely if term.worst is None else tirx.Min(term.worst, likely))


def wide(value: float) -> Expr:
    return tirx.const(float(value), WIDE)


class Rounding:
    """Error terms of expressions.

    `load` gives the term of a buffer's element, or of a variable; `is_sum` identifies a load of the
    element that is being accumulated.
    """

    def __init__(
        self, load: Callable[[Expr, Rounding], Term], is_sum: Callable[[Expr], bool]
    ) -> None:
        self._load, self._is_sum = load, is_sum

    def term(self, expr: Expr) -> Term:
        """Raises UserError for an expression that is not known."""
        if isinstance(expr, tvm.ir.TensorLoad | tirx.Var):
            return self._load(expr, self)
        if isinstance(expr, tirx.IntImm):
            return Term(expr)
        if isinstance(expr, tirx.FloatImm):
            # The kernel has the constant in its own dtype.
            return Term(wide(np.asarray(expr.value).astype(_dtype(expr))))
        if isinstance(expr, tirx.Cast):
            return _cast(self.term(expr.value), _dtype(expr.value), _dtype(expr))
        if isinstance(expr, tirx.Not):
            a = self.term(expr.a)
            return Term(tirx.Not(a.value), a.inherited)
        if isinstance(expr, tirx.Select):
            parts = map(self.term, (expr.condition, expr.true_value, expr.false_value))
            return _choice(*parts, tirx.Select)
        if isinstance(expr, tirx.Let):
            return self._let(expr)
        if isinstance(expr, _BINARY):
            return self._binary(expr)
        if isinstance(expr, tvm.ir.Call):
            return self._call(expr)
        raise unknown(type(expr).__name__)

    def _let(self, expr: tirx.Let) -> Term:
        load, bound_to = self._load, self.term(expr.value)

        def with_let(asked: Expr, rounding: Rounding) -> Term:
            return bound_to if asked.same_as(expr.var) else load(asked, rounding)

        return Rounding(with_let, self._is_sum).term(expr.body)

    def _binary(self, expr: Expr) -> Term:
        a, b = self.term(expr.a), self.term(expr.b)
        dtype, kind = _dtype(expr.a), type(expr)
        value = kind(a.value, b.value)
        if isinstance(expr, _COMPARISONS):
            return _comparison(value, a, b)
        if isinstance(expr, tirx.And | tirx.Or):
            return Term(value, _larger(a.inherited, b.inherited))
        if isinstance(expr, tirx.Min | tirx.Max):
            return _extreme(value, a, b)
        if is_exact(dtype) or not isinstance(expr, tirx.Add | tirx.Sub | tirx.Mul | tirx.Div):
            return Term(value) if a.exact and b.exact else _tried(kind, [a, b], value)
        if isinstance(expr, tirx.Add | tirx.Sub):
            term = Term(value, *map(_sum, a.parts, b.parts))
            if self._is_sum(expr.a) or self._is_sum(expr.b):
                return _rounded(term, dtype, tirx.abs(a.value) + tirx.abs(b.value), times=2)
            return _rounded(term, dtype)
        if isinstance(expr, tirx.Mul):
            x, y = tirx.abs(a.value), tirx.abs(b.value)
            return _rounded(Term(value, *_weighted(a, y, b, x)), dtype)
        over = wide(1) / tirx.abs(b.value)
        term = Term(value, *_weighted(a, over, b, tirx.abs(value) * over))
        return _rounded(_fast(term, dtype, _DIVISION, ()), dtype)

    def _call(self, expr: tvm.ir.Call) -> Term:
        name = expr.op.name.rpartition(".")[2] if isinstance(expr.op, tvm.ir.Op) else ""
        if name in ("call_extern", "call_pure_extern"):
            raise unknown(f"the function {str(expr.args[0].value)!r}")
        args = [self.term(arg) for arg in expr.args if isinstance(arg, Expr)]
        if len(args) != len(expr.args) or not name:
            raise unknown(f"a call of {name or expr.op}")
        dtype = _dtype(expr)
        if name == "if_then_else":
            return _choice(*args, tirx.if_then_else)
        floats = any(not is_exact(_dtype(arg)) for arg in expr.args)
        if is_exact(dtype) and not floats and all(arg.exact for arg in args):
            return Term(tvm.ir.Call(expr.op, [arg.value for arg in args], ret_ty=expr.ty))
        if name.startswith(("call_", "reinterpret")):
            raise unknown(f"a call of {name}")
        to = dtype if is_exact(dtype) else WIDE

        def call(*values: Expr) -> Expr:
            return tirx.call_intrin(to, expr.op, *values)

        term = _tried(call, args, call(*(arg.value for arg in args)))
        if is_exact(dtype) or name in _UNROUNDED:
            return term
        fast = _fast(term, dtype, _FAST.get(name, _OTHER), args)
        return _rounded(fast, dtype, times=_ROUNDINGS.get(name, 1))


def _rounded(term: Term, dtype: str, size: Expr | None = None, times: int = 1) -> Term:
    """A term rounded to a dtype; `size` is its magnitude, if another order may change that."""
    relative, least = roundoff(dtype)
    error = (tirx.abs(term.value) if size is None else size) * relative + least
    return _own(term, error, times)


def _fast(
    term: Term, dtype: str, allowed: tuple[float, float, float], args: Sequence[Term]
) -> Term:
    """The term with the error that a fast intrinsic may add."""
    ulps, for_each, absolute = allowed
    ulp = 2 * roundoff("float32" if dtype != WIDE else WIDE)[0]
    share = wide(ulps)
    for arg in args if for_each else ():
        share = share + tirx.abs(arg.value.astype(WIDE)) * for_each
    return _own(term, tirx.abs(term.value) * share * ulp + (absolute if dtype != WIDE else 0.0))


def _own(term: Term, error: Expr, times: int = 1) -> Term:
    """The term with an additional error of its own."""
    worst, squares = _sum(term.worst, error * wide(times)), _sum(term.squares, error * error)
    return Term(term.value, term.inherited, worst, squares)


def _cast(term: Term, source: str, dtype: str) -> Term:
    if is_exact(dtype):
        return _tried(lambda value: value.astype(dtype), [term], term.value.astype(dtype))
    term = Term(term.value.astype(WIDE), *term.parts)
    wider = not is_exact(source) and roundoff(source)[0] >= roundoff(dtype)[0]
    # Integers up to 2^11 are exact in float16; larger ones are rounded.
    return term if wider or source == "bool" else _rounded(term, dtype)


def _comparison(value: Expr, a: Term, b: Term) -> Term:
    """0 or 1: the possible error of a bool."""
    near = _sum(spread(a), spread(b))
    if near is None:
        return Term(value)
    difference = tirx.abs(a.value.astype(WIDE) - b.value.astype(WIDE))
    return Term(value, tirx.Select(difference <= near, wide(1), wide(0)))


def _extreme(value: Expr, a: Term, b: Term) -> Term:
    """The larger or the smaller of two: with the error of that one, if the other cannot be
    selected."""
    near = _sum(spread(a), spread(b))
    if near is None:
        return Term(value)
    either = tirx.abs(a.value.astype(WIDE) - b.value.astype(WIDE)) <= near

    def part(x: Expr | None, y: Expr | None) -> Expr | None:
        if x is None and y is None:
            return None
        x, y = (wide(0) if part is None else part for part in (x, y))
        return tirx.Select(either, tirx.Max(x, y), tirx.Select(tirx.EQ(value, a.value), x, y))

    return Term(value, *map(part, a.parts, b.parts))


def _choice(condition: Term, a: Term, b: Term, choose: Callable) -> Term:
    """The selected value of two; both if rounding may change the condition."""

    def selected(x: Expr | None, y: Expr | None) -> Expr | None:
        if x is None and y is None:
            return None
        x, y = (wide(0) if part is None else part for part in (x, y))
        return choose(condition.value, x, y)

    term = Term(choose(condition.value, a.value, b.value), *map(selected, a.parts, b.parts))
    if condition.inherited is None:
        return term
    jump = tirx.abs(a.value.astype(WIDE) - b.value.astype(WIDE))
    jump = _sum(jump, _larger(spread(a), spread(b)))
    either = tirx.Select(condition.inherited > wide(0), jump, wide(0))
    return Term(term.value, _sum(term.inherited, either), *term.parts[1:])


def _tried(function: Callable[..., Expr], args: Sequence[Term], value: Expr) -> Term:
    """Any function: the change of its value when each argument changes by its error."""
    inherited = None
    for number, arg in enumerate(args):
        off = spread(arg)
        if off is None:
            continue
        changes = []
        for sign in (1, -1):
            values = [other.value for other in args]
            there = arg.value.astype(WIDE) + off * wide(sign)
            values[number] = there.astype(_dtype(arg.value))
            change = tirx.abs(function(*values).astype(WIDE) - value.astype(WIDE))
            # Outside the function's domain there is nothing to compare with.
            changes.append(tirx.Select(change == change, change, wide(0)))
        inherited = _sum(inherited, tirx.Max(*changes))
    return Term(value, inherited)


def _weighted(a: Term, by_a: Expr, b: Term, by_b: Expr) -> tuple[Expr | None, ...]:
    """The parts of two terms whose errors count with the given weights."""

    def times(part: Expr | None, weight: Expr) -> Expr | None:
        return None if part is None else part * weight

    linear = [_sum(times(a[n], by_a), times(b[n], by_b)) for n in (1, 2)]
    return *linear, _sum(times(a.squares, by_a * by_a), times(b.squares, by_b * by_b))


def _sum(a: Expr | None, b: Expr | None) -> Expr | None:
    return b if a is None else a if b is None else a + b


def _larger(a: Expr | None, b: Expr | None) -> Expr | None:
    return b if a is None else a if b is None else tirx.Max(a, b)


def _dtype(expr: Expr) -> str:
    return str(expr.ty.dtype)


# --- a TIR function in float64 with bounds --------------------------------------------------------

# `with_bounds` makes it from any function: every floating-point buffer becomes a float64 buffer,
# with three more for the parts of its elements' errors. Branches and loop bounds
# are assumed to be those of the float64 computation.


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
