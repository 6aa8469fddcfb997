"""TE expressions as Python.

What is printed is evaluated again by TVM's own operators, so only nodes are taken whose text gives
the same node; anything else is refused, never approximated.
"""

from __future__ import annotations

import keyword
import math
import re
from collections.abc import Iterable, Mapping

import tvm
import tvm_ffi
from tvm import te, tirx

from ..errors import UserError
from .dataflow import TensorKey, key
from .program import plain_name, quoted, unique

Var = tvm.ir.Var

# Precedences of Python.
_COMPARE, _OR, _XOR, _AND, _SHIFT, _SUM, _PRODUCT, _UNARY, _ATOM = range(9)
_BINARY = {
    tirx.Add: ("+", _SUM),
    tirx.Sub: ("-", _SUM),
    tirx.Mul: ("*", _PRODUCT),
    tirx.FloorDiv: ("//", _PRODUCT),
    tirx.FloorMod: ("%", _PRODUCT),
    tirx.LT: ("<", _COMPARE),
    tirx.LE: ("<=", _COMPARE),
    tirx.GT: (">", _COMPARE),
    tirx.GE: (">=", _COMPARE),
    tirx.EQ: ("==", _COMPARE),
    tirx.NE: ("!=", _COMPARE),
    tirx.BitwiseAnd: ("&", _AND),
    tirx.BitwiseOr: ("|", _OR),
    tirx.BitwiseXor: ("^", _XOR),
    tirx.LShift: ("<<", _SHIFT),
    tirx.RShift: (">>", _SHIFT),
}
_FUNCTIONS = {
    tirx.Mod: ("tirx.truncmod", ("a", "b")),
    tirx.Max: ("tirx.max", ("a", "b")),
    tirx.Min: ("tirx.min", ("a", "b")),
    tirx.Not: ("tirx.Not", ("a",)),
    tirx.Select: ("tirx.Select", ("condition", "true_value", "false_value")),
}
_RENAMED = {"pow": "power", "fabs": "abs"}
_WITH_DTYPE = ("call_pure_extern", "call_extern", "reinterpret")
# Names that the text around uses.
RESERVED = frozenset(
    {
        *keyword.kwlist,
        *("tvm", "te", "tirx", "s_tir", "T", "sch", "compute", "schedule", "float"),
        "with_argument",
    }
)


def identifier(wanted: str, taken: Iterable[str] = ()) -> str:
    """`wanted` as a Python name that is not taken."""
    return unique(plain_name(wanted), {*RESERVED, *taken})


def short_name(name: str) -> str:
    """A name of an axis as scripts write it: i.outer is io, and i.c, of a cache, is i."""
    name = re.sub(r"\.[cv]$", "", name)
    if name.endswith(".fused"):
        return "fused"
    return name.replace(".outer", "o").replace(".inner", "i").replace(".", "_")


def dtype_of(expr) -> str:
    """The dtype of an expression."""
    return str(expr.ty.dtype)


class ExprText:
    """Prints expressions of a stage, given Python names of variables and of tensors."""

    def __init__(
        self, stage: str, variables: Mapping[Var, str], tensors: Mapping[TensorKey, str]
    ) -> None:
        self.stage = stage
        self.variables = dict(variables)
        self.tensors = tensors

    def of(self, expr) -> str:
        """The expression as Python. Raises UserError for what has no such text."""
        return self._print(expr)[0]

    def _print(self, expr) -> tuple[str, int]:
        kind = type(expr)
        if isinstance(expr, tirx.IntImm | tirx.FloatImm):
            return constant(expr)
        if kind in _BINARY:
            return self._binary(expr, *_BINARY[kind])
        if kind in _FUNCTIONS:
            name, fields = _FUNCTIONS[kind]
            return self._call(name, *(getattr(expr, field) for field in fields)), _ATOM
        if isinstance(expr, Var):
            return self._variable(expr), _ATOM
        if isinstance(expr, tirx.Cast):
            if isinstance(expr.value, tirx.IntImm | tirx.FloatImm):
                return f'tirx.Cast("{dtype_of(expr)}", {typed(expr.value)})', _ATOM
            return f'{self._at_least(expr.value, _ATOM)}.astype("{dtype_of(expr)}")', _ATOM
        if isinstance(expr, tirx.Div):
            if dtype_of(expr).startswith(("int", "uint")):
                return self._call("tirx.truncdiv", expr.a, expr.b), _ATOM
            return self._binary(expr, "/", _PRODUCT)
        if isinstance(expr, tirx.And | tirx.Or):
            name = "te.all" if isinstance(expr, tirx.And) else "te.any"
            return self._call(name, *_spine(expr, kind)), _ATOM
        if isinstance(expr, tirx.BitwiseNot):
            return f"~{self._at_least(expr.a, _UNARY)}", _UNARY
        if isinstance(expr, tvm.ir.Call):
            return self._intrinsic(expr), _ATOM
        raise self._refused(expr)

    def _refused(self, expr) -> UserError:
        name = str(expr.op.name) if isinstance(expr, tvm.ir.Call) else type(expr).__name__
        return UserError(
            f"migrate has no readable text for {name} in {self.stage}; write that stage with "
            "arithmetic, te.if_then_else, Select, casts and intrinsics such as te.exp"
        )

    def _variable(self, var: Var) -> str:
        if var not in self.variables:
            raise UserError(
                f"migrate cannot print {self.stage}: it reads {var.name}, which is no axis of it"
            )
        return self.variables[var]

    def _at_least(self, expr, precedence: int) -> str:
        text, own = self._print(expr)
        return text if own >= precedence else f"({text})"

    def _binary(self, expr, sign: str, precedence: int) -> tuple[str, int]:
        # Comparisons do not chain, and the right operand is grouped where Python would not.
        first = precedence + (precedence == _COMPARE)
        left = self._at_least(expr.a, first)
        if isinstance(expr.a, tirx.IntImm | tirx.FloatImm) and precedence == _COMPARE:
            # 3 < x would be read as x > 3.
            left = typed(expr.a)
        return f"{left} {sign} {self._at_least(expr.b, precedence + 1)}", precedence

    def _call(self, name: str, *parts) -> str:
        return f"{name}({', '.join(map(self.of, parts))})"

    def _intrinsic(self, call) -> str:
        if not isinstance(call.op, tvm.ir.Op):
            raise self._refused(call)
        full = str(call.op.name)
        if full == "te.tensor_load":
            tensor, *indices = call.args
            name = self.tensors[key(tensor)]
            return f"{name}[{', '.join(map(self.of, indices))}]" if indices else f"{name}()"
        short = full.rpartition(".")[2]
        if short in _WITH_DTYPE:
            return f"tirx.{short}({', '.join([quoted(dtype_of(call)), *self._arguments(call)])})"
        name = _RENAMED.get(short, short)
        if hasattr(te, name):
            return self._call(f"te.{name}", *call.args)
        if full.startswith(("tirx.", "prim.")) and hasattr(tirx, name) and not call.attrs:
            return f"tirx.{name}({', '.join(self._arguments(call))})"
        raise self._refused(call)

    def _arguments(self, call) -> list[str]:
        return [
            quoted(str(arg.value)) if type(arg).__name__ == "StringImm" else self.of(arg)
            for arg in call.args
        ]

    def reduction(self, reduce: tirx.Reduce, reducers: Mapping[str, object]) -> str:
        """A reduction; a combiner of the script's own has its name in `reducers`."""
        axes = [self._variable(axis.var) for axis in reduce.axis]
        axis = axes[0] if len(axes) == 1 else f"[{', '.join(axes)}]"
        sources = list(map(self.of, reduce.source))
        source = sources[0] if len(sources) == 1 else f"({', '.join(sources)})"
        name = known_reducer(reduce) or next(
            name
            for name, combiner in reducers.items()
            if tvm_ffi.structural_equal(combiner, reduce.combiner)
        )
        return f"{name}({source}, axis={axis})"


def _spine(expr, kind) -> list:
    """The terms that `te.all` or `te.any` of a left-deep conjunction takes."""
    if isinstance(expr.a, kind):
        return [*_spine(expr.a, kind), expr.b]
    return [expr.a, expr.b]


def typed(value) -> str:
    """A constant with its dtype."""
    dtype = dtype_of(value)
    if isinstance(value, tirx.FloatImm):
        for name in ("min_value", "max_value"):
            if value.value == getattr(te, name)(dtype).value:
                return f'te.{name}("{dtype}")'
        number = repr(float(value.value))
        number = number if math.isfinite(float(value.value)) else f'float("{number}")'
    else:
        number = repr(bool(value.value)) if dtype == "bool" else str(int(value.value))
    return f'tirx.const({number}, "{dtype}")'


def constant(value) -> tuple[str, int]:
    """A constant: bare where Python's literal has its dtype by itself."""
    dtype = dtype_of(value)
    text = typed(value)
    if dtype in ("int32", "float32") and text.startswith("tirx.const") and "float(" not in text:
        bare = text[len("tirx.const(") :].partition(",")[0]
        return bare, _UNARY if bare.startswith("-") else _ATOM
    return text, _ATOM


def known_reducer(reduce: tirx.Reduce) -> str:
    """`te.sum`, `te.max` or `te.min`, or '' for a combiner of the script's own."""
    if len(reduce.source) != 1:
        return ""
    axis = te.reduce_axis((0, 1))
    for name in ("sum", "max", "min"):
        reducer = getattr(te, name)(tirx.const(0, dtype_of(reduce.source[0])), axis=axis)
        if tvm_ffi.structural_equal(reducer.combiner, reduce.combiner):
            return f"te.{name}"
    return ""
