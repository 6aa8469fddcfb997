"""Index expressions of TIR as small hashable trees that NumPy can evaluate.

A tree is ("int", n), ("var", key), ("unknown", why) or (operator, operand, ...). Equal expressions
are equal tuples, regardless of TIR's variables: lets are substituted, and callers name the
variables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import tvm

Tree = tuple
UNKNOWN = "?"

_prim = tvm.ir.prim.expr

_BINARY = {
    _prim.Add: "+",
    _prim.Sub: "-",
    _prim.Mul: "*",
    _prim.Div: "div",
    _prim.Mod: "mod",
    _prim.FloorDiv: "//",
    _prim.FloorMod: "%",
    _prim.Min: "min",
    _prim.Max: "max",
    _prim.LShift: "<<",
    _prim.RShift: ">>",
    _prim.BitwiseAnd: "&",
    _prim.BitwiseOr: "|",
    _prim.BitwiseXor: "^",
    _prim.EQ: "==",
    _prim.NE: "!=",
    _prim.LT: "<",
    _prim.LE: "<=",
    _prim.GT: ">",
    _prim.GE: ">=",
    _prim.And: "and",
    _prim.Or: "or",
}


def _truncated(a, b):
    """C's integer quotient, rounded towards zero."""
    return np.sign(a) * np.sign(b) * (np.abs(a) // np.abs(b))


_COMPUTE: dict[str, Callable[..., Any]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "div": _truncated,
    "mod": lambda a, b: a - b * _truncated(a, b),
    "//": np.floor_divide,
    "%": np.mod,
    "min": np.minimum,
    "max": np.maximum,
    "<<": np.left_shift,
    ">>": np.right_shift,
    "&": np.bitwise_and,
    "|": np.bitwise_or,
    "^": np.bitwise_xor,
    "~": np.bitwise_not,
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "and": np.logical_and,
    "or": np.logical_or,
    "not": np.logical_not,
    "if": np.where,
}


def number(value: int) -> Tree:
    return ("int", int(value))


def tree(expr: Any, names: Mapping[Any, Tree]) -> Tree:
    """The tree of a TIR expression; `names` gives the trees of its variables.

    Anything but integer arithmetic over known variables becomes an "unknown" leaf with the reason.
    """
    kind = type(expr)
    if kind is _prim.IntImm:
        return number(int(expr))
    if kind is tvm.ir.Var:
        return names.get(expr, ("unknown", f"{expr.name} is no loop or thread index"))
    if kind in _BINARY:
        return operation(_BINARY[kind], tree(expr.a, names), tree(expr.b, names))
    if kind is _prim.Not:
        return operation("not", tree(expr.a, names))
    if kind is _prim.BitwiseNot:
        return operation("~", tree(expr.a, names))
    if kind is _prim.Cast:
        return tree(expr.value, names)
    if kind is _prim.Select:
        parts = (expr.condition, expr.true_value, expr.false_value)
        return operation("if", *(tree(part, names) for part in parts))
    if kind is _prim.Let:
        return tree(expr.body, {**names, expr.var: tree(expr.value, names)})
    if kind is tvm.ir.Call and str(expr.op.name) == "prim.if_then_else":
        return operation("if", *(tree(part, names) for part in expr.args))
    if kind is tvm.ir.Call and str(expr.op.name).endswith(".likely"):
        return tree(expr.args[0], names)
    if kind is _prim.Broadcast:
        return tree(expr.value, names)
    if kind is tvm.ir.TensorLoad:
        return ("unknown", f"depends on the data in {expr.source.name}")
    name = str(expr.op.name) if kind is tvm.ir.Call else kind.__name__
    return ("unknown", f"uses {name}")


def operation(kind: str, *operands: Tree) -> Tree:
    """An operation, constant-folded if its operands are numbers."""
    if all(operand[0] == "int" for operand in operands):
        return number(_COMPUTE[kind](*(operand[1] for operand in operands)))
    return (kind, *operands)


@lru_cache(maxsize=1 << 16)
def free(expr: Tree) -> frozenset[str]:
    """Keys of the variables in an expression; contains UNKNOWN if a leaf is unknown."""
    if expr[0] == "int":
        return frozenset()
    if expr[0] == "var":
        return frozenset((expr[1],))
    if expr[0] == "unknown":
        return frozenset((UNKNOWN,))
    return frozenset().union(*(free(operand) for operand in expr[1:]))


def reasons(expr: Tree) -> list[str]:
    """Why an expression is unknown, for messages."""
    if expr[0] == "unknown":
        return [expr[1]]
    if expr[0] in ("int", "var"):
        return []
    return [why for operand in expr[1:] for why in reasons(operand)]


def evaluate(expr: Tree, values: Mapping[str, Any]) -> Any:
    """The value of a tree, for numbers or for arrays that broadcast."""
    if expr[0] == "int":
        return np.int64(expr[1])
    if expr[0] == "var":
        return values[expr[1]]
    return _COMPUTE[expr[0]](*(evaluate(operand, values) for operand in expr[1:]))
