"""TIR nodes: all nodes of a kind in a module or statement, replacing a buffer by another, and the
values of index expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import tvm
import tvm_ffi
from tvm import tirx
from tvm.tirx.buffer import is_buffer_var

# Annotation at the start of a TIRx kernel's body.
DEVICE_ENTRY = "tirx.device_entry"


def is_tirx(mod: tvm.ir.IRModule) -> bool:
    """Whether the module has a TIRx kernel, which has a different pass pipeline."""
    return any(str(attr.attr_key) == DEVICE_ENTRY for attr in nodes(tirx.AttrStmt, mod))


def nodes(kind: type, *within: Any) -> list:
    """All nodes of a kind, outer ones first, within modules, statements or expressions."""
    matches: list = []
    for part in within:
        whole = isinstance(part, tvm.ir.IRModule)
        for body in [func.body for func in part.functions.values()] if whole else [part]:
            tvm_ffi.structural_walk(body, (kind, matches.append))
    return matches


def loop_with(loop: tirx.For, **parts: Any) -> tirx.For:
    """The loop with the named parts replaced."""
    names = ("loop_var", "min", "extent", "kind", "body", "thread_binding", "annotations", "step")
    return tirx.For(*(parts.get(name, getattr(loop, name)) for name in names))


def in_loops(kind: type, mod: tvm.ir.IRModule) -> list[tuple[list[tirx.For], Any]]:
    """The nodes of a kind in a module, each with the loops around it, outermost first."""
    pairs: list[tuple[list[tirx.For], Any]] = []
    loops: list[tirx.For] = []

    def on_for(loop: tirx.For, visitor) -> None:
        if kind is tirx.For:
            pairs.append((list(loops), loop))
        loops.append(loop)
        visitor.default_visit(loop)
        loops.pop()

    def on_node(node: Any, visitor) -> None:
        pairs.append((list(loops), node))
        visitor.default_visit(node)

    visits = [(tirx.For, on_for), *([(kind, on_node)] if kind is not tirx.For else [])]
    for func in mod.functions.values():
        tvm_ffi.structural_visit(func.body, visits)
    return pairs


def is_bound(loop: tirx.For) -> bool:
    """Whether a loop is bound to a GPU's blocks or threads."""
    return loop.kind == tirx.ForKind.THREAD_BINDING


def allocated(stmt: tirx.Stmt, *scopes: str) -> list[tirx.Buffer]:
    """The buffers allocated in scopes ('shared', 'shared.dyn', 'local', ...)."""
    buffers = [alloc.buffer for alloc in nodes(tirx.AllocBuffer, stmt)]
    return [buffer for buffer in buffers if buffer.scope() in scopes]


def exchanged(stmt: tirx.Stmt, old: tirx.Buffer, new: tirx.Buffer) -> tirx.Stmt:
    """The statement with every occurrence of `old` replaced by `new`."""

    def on_var(var: tvm.ir.Var) -> tvm.ir.Var:
        return new if is_buffer_var(var) and var.same_as(old) else var

    return tvm_ffi.structural_map(stmt, (tirx.Buffer, on_var))


# --- values of index expressions ------------------------------------------------------------------


class Unknown(Exception):
    """An expression that is not integer arithmetic over known variables; the text says why."""


def _quotient(a: Any, b: Any) -> Any:
    """C's integer quotient, rounded towards zero."""
    return np.sign(a) * np.sign(b) * (np.abs(a) // np.abs(b))


_OPERATIONS: dict[type, Callable[[Any, Any], Any]] = {
    tirx.Add: np.add,
    tirx.Sub: np.subtract,
    tirx.Mul: np.multiply,
    tirx.Div: _quotient,
    tirx.Mod: lambda a, b: a - b * _quotient(a, b),
    tirx.FloorDiv: np.floor_divide,
    tirx.FloorMod: np.mod,
    tirx.Min: np.minimum,
    tirx.Max: np.maximum,
    tirx.LShift: np.left_shift,
    tirx.RShift: np.right_shift,
    tirx.BitwiseAnd: np.bitwise_and,
    tirx.BitwiseOr: np.bitwise_or,
    tirx.BitwiseXor: np.bitwise_xor,
    tirx.EQ: np.equal,
    tirx.NE: np.not_equal,
    tirx.LT: np.less,
    tirx.LE: np.less_equal,
    tirx.GT: np.greater,
    tirx.GE: np.greater_equal,
    tirx.And: np.logical_and,
    tirx.Or: np.logical_or,
}


def conjuncts(condition: tvm.ir.Expr) -> list[tvm.ir.Expr]:
    """The terms of a conjunction."""
    if isinstance(condition, tirx.And):
        return [*conjuncts(condition.a), *conjuncts(condition.b)]
    return [condition]


def substituted(of: Any, values: Mapping[tvm.ir.Var, tvm.ir.Expr]) -> Any:
    """The expression or statement with other expressions for some variables."""
    return tvm_ffi.structural_map(of, (tvm.ir.Var, lambda var: values.get(var, var)))


def evaluate(expr: tvm.ir.Expr, values: Mapping[tvm.ir.Var, Any]) -> Any:
    """The value of an expression for numbers, or for arrays that broadcast; raises Unknown."""
    kind = type(expr)
    name = str(expr.op.name) if kind is tvm.ir.Call else ""
    if kind is tirx.IntImm:
        return np.int64(int(expr))
    if kind is tvm.ir.Var and expr in values:
        return values[expr]
    if kind in _OPERATIONS:
        return _OPERATIONS[kind](evaluate(expr.a, values), evaluate(expr.b, values))
    if kind is tirx.Not:
        return np.logical_not(evaluate(expr.a, values))
    if kind in (tirx.Cast, tirx.Broadcast):
        return evaluate(expr.value, values)
    if kind is tirx.Let:
        return evaluate(expr.body, {**values, expr.var: evaluate(expr.value, values)})
    if kind is tirx.Select or name.endswith("if_then_else"):
        parts = expr.args if name else (expr.condition, expr.true_value, expr.false_value)
        return np.where(*(evaluate(part, values) for part in parts))
    if name.endswith(".likely"):
        return evaluate(expr.args[0], values)
    if kind is tvm.ir.Var:
        raise Unknown(f"{expr.name} is no loop or thread index")
    if kind is tvm.ir.TensorLoad:
        raise Unknown(f"depends on the data in {expr.source.name}")
    raise Unknown(f"uses {name or kind.__name__}")
