"""Index expressions of lowered TIR as small hashable trees that NumPy can evaluate.

A tree is ("int", n), ("var", key), ("unknown", why) or (operator, operand, ...). Equal expressions
are equal tuples, regardless of TIR's variables: lets are substituted, and variables are named after
their meaning: "threadIdx.x", "blockIdx.y", or a loop's name and number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import tvm
from tvm import tirx

Tree = tuple
UNKNOWN = "?"
THREAD_KEYS = ("threadIdx.x", "threadIdx.y", "threadIdx.z")
# Lane number in the warp: it has no name in TIR, but matrix fragments depend on it.
LANE = "lane"

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
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


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


def scaled(expr: Tree, factor: int) -> Tree:
    return operation("*", expr, number(factor))


def plus(a: Tree, b: Tree) -> Tree:
    return operation("+", a, b)


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


@lru_cache(maxsize=1 << 16)
def linear(expr: Tree) -> tuple[int, tuple[tuple[Tree, int], ...]]:
    """An expression as a constant and (term, factor) pairs to add up; no term is itself a sum."""
    kind = expr[0]
    if kind == "int":
        return expr[1], ()
    if kind in ("+", "-"):
        sign = 1 if kind == "+" else -1
        constant, terms = linear(expr[1])
        other, others = linear(expr[2])
        factors = dict(terms)
        for term, factor in others:
            factors[term] = factors.get(term, 0) + sign * factor
        return constant + sign * other, tuple((t, f) for t, f in factors.items() if f)
    factor = None
    if kind == "*":
        inner, by = (expr[1], expr[2]) if expr[2][0] == "int" else (expr[2], expr[1])
        factor = by[1] if by[0] == "int" else None
    elif kind == "<<" and expr[2][0] == "int":
        inner, factor = expr[1], 1 << expr[2][1]
    if factor is None:
        return 0, ((expr, 1),)
    constant, terms = linear(inner)
    return constant * factor, tuple((t, f * factor) for t, f in terms if factor)


def is_tensor_pointer(expr: Any) -> bool:
    """Whether a call's argument is the data pointer of a buffer: `buffer.data`."""
    return type(expr) is tvm.ir.Call and str(expr.op.name) == "tirx.buffer_data"


def root_buffer(data: Any, aliases: Mapping[Any, Any]) -> Any:
    """The allocation or parameter behind a data pointer, through declared views."""
    while is_tensor_pointer(data):
        buffer = data.args[0]
        if buffer not in aliases:
            return buffer
        data = aliases[buffer]
    return data


def buffer_bytes(buffer: tirx.Buffer) -> int:
    """Bytes of one element; a vector counts as one element."""
    return int(buffer.ty.dtype.dtype.itemsize)
