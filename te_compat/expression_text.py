"""TE expressions as Python, and statements in lines that fit.

TVM's own operators evaluate the printed text again. Therefore only nodes are printed whose text
gives the same node; all others are refused, never approximated.
"""

from __future__ import annotations

import keyword
import math
import re
from collections.abc import Iterable, Iterator, Mapping

import tvm
import tvm_ffi
from tvm import te, tirx

from gpusim.errors import UserError

from .dataflow import TensorKey, Var, key
from .program import plain_name, quoted, unique

# Python's operator precedences.
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
    tirx.Div: ("tirx.truncdiv", ("a", "b")),
    tirx.Mod: ("tirx.truncmod", ("a", "b")),
    tirx.Max: ("tirx.max", ("a", "b")),
    tirx.Min: ("tirx.min", ("a", "b")),
    tirx.Not: ("tirx.Not", ("a",)),
    tirx.Select: ("tirx.Select", ("condition", "true_value", "false_value")),
}
_CONSTANTS = (tirx.IntImm, tirx.FloatImm)
_RENAMED = {"pow": "power", "fabs": "abs"}
_WITH_DTYPE = ("call_pure_extern", "call_extern", "reinterpret")
# Names that the surrounding text uses.
RESERVED = frozenset(
    {
        *keyword.kwlist,
        *("tvm", "te", "tirx", "s_tir", "T", "sch", "compute", "schedule", "float"),
        *("with_argument", "with_states"),
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

    def of(self, expr, precedence: int = 0) -> str:
        """The expression as Python, in parentheses if its precedence is lower than `precedence`.

        Raises UserError if there is no such text.
        """
        text, own = self._print(expr)
        return text if own >= precedence else f"({text})"

    def _print(self, expr) -> tuple[str, int]:
        kind = type(expr)
        if kind in _CONSTANTS:
            return constant(expr)
        if kind in _BINARY:
            return self._binary(expr, *_BINARY[kind])
        if kind is tirx.Div and not dtype_of(expr).startswith(("int", "uint")):
            return self._binary(expr, "/", _PRODUCT)
        if kind is tirx.BitwiseNot:
            return f"~{self.of(expr.a, _UNARY)}", _UNARY
        if kind in _FUNCTIONS:
            name, fields = _FUNCTIONS[kind]
            return self._call(name, [getattr(expr, field) for field in fields]), _ATOM
        if kind in (tirx.And, tirx.Or):
            return self._call("te.all" if kind is tirx.And else "te.any", _spine(expr)), _ATOM
        if isinstance(expr, Var):
            return self._variable(expr), _ATOM
        if isinstance(expr, tirx.Cast):
            if type(expr.value) in _CONSTANTS:
                return f'tirx.Cast("{dtype_of(expr)}", {typed(expr.value)})', _ATOM
            return f'{self.of(expr.value, _ATOM)}.astype("{dtype_of(expr)}")', _ATOM
        named = isinstance(expr, tvm.ir.Call) and isinstance(expr.op, tvm.ir.Op)
        if named and (text := self._intrinsic(expr, str(expr.op.name))):
            return text, _ATOM
        name = str(expr.op.name) if isinstance(expr, tvm.ir.Call) else kind.__name__
        raise UserError(
            f"migrate cannot print {name} in {self.stage}; write that stage with "
            "arithmetic, te.if_then_else, Select, casts and intrinsics such as te.exp"
        )

    def _variable(self, var: Var) -> str:
        if var not in self.variables:
            raise UserError(
                f"migrate cannot print {self.stage}, which reads {var.name}, not one of its axes; "
                "pass it as a te.var among the arguments, or write a number"
            )
        return self.variables[var]

    def _binary(self, expr, sign: str, precedence: int) -> tuple[str, int]:
        # Comparisons do not chain, and the right operand is parenthesized where Python would not.
        left = self.of(expr.a, precedence + (precedence == _COMPARE))
        if type(expr.a) in _CONSTANTS and precedence == _COMPARE:
            # 3 < x would be parsed as x > 3.
            left = typed(expr.a)
        return f"{left} {sign} {self.of(expr.b, precedence + 1)}", precedence

    def _call(self, name: str, parts: Iterable) -> str:
        texts = (
            quoted(str(part.value)) if isinstance(part, tvm.ir.StringImm) else self.of(part)
            for part in parts
        )
        return f"{name}({', '.join(texts)})"

    def _intrinsic(self, call, full: str) -> str:
        """The call of an intrinsic, '' where it has no text."""
        if full == "te.tensor_load":
            tensor, *indices = call.args
            name = self.tensors[key(tensor)]
            return f"{name}[{', '.join(map(self.of, indices))}]" if indices else f"{name}()"
        short = full.rpartition(".")[2]
        name = _RENAMED.get(short, short)
        if short in _WITH_DTYPE:
            return self._call(f"tirx.{short}", [tvm.ir.StringImm(dtype_of(call)), *call.args])
        if hasattr(te, name):
            return self._call(f"te.{name}", call.args)
        of_tirx = full.startswith(("tirx.", "prim.")) and hasattr(tirx, name) and not call.attrs
        return self._call(f"tirx.{name}", call.args) if of_tirx else ""

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


def _spine(expr) -> list:
    """The terms of a left-deep conjunction, for `te.all` or `te.any`."""
    return [*(_spine(expr.a) if type(expr.a) is type(expr) else [expr.a]), expr.b]


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


WIDTH = 100


def fitted(text: str, indent: int = 4, inside: bool = False) -> list[str]:
    """A statement in lines that fit, broken at its outermost brackets.

    `inside` brackets it may be broken at an operator as well, and a lambda's body gets brackets.
    """
    if len(text) + indent <= WIDTH:
        return [text]
    is_lambda = text.startswith("lambda")
    for sign in (" + ", " - ", " * ") if inside and not is_lambda else ():
        terms = _split(text, sign)
        if len(terms) > 1:
            signed = [terms[0], *(f"{sign.lstrip()}{term}" for term in terms[1:])]
            return [line for term in signed for line in fitted(term, indent, inside=True)]
    lines = _broken(text, indent)
    if is_lambda and any(len(line) + indent > WIDTH for line in lines):
        head, _, body = text.removesuffix(",").partition(": ")
        lines = fitted(body, indent + 4, inside=True)
        return [
            f"{head}: (",
            *(f"    {line}" for line in lines),
            f"){text[-1] * (text[-1] == ',')}",
        ]
    return lines


def _broken(text: str, indent: int) -> list[str]:
    """The text with an argument a line, in its outermost brackets."""
    opened = _outermost(text)
    if opened is None:
        return [text]
    start, end = opened
    lines = [text[: start + 1]]
    for part in _split(text[start + 1 : end]):
        lines += [f"    {line}" for line in fitted(f"{part},", indent + 4, inside=True)]
    return [*lines, text[end:]]


def _scanned(text: str, brackets: tuple[str, str]) -> Iterator[tuple[int, str, int]]:
    """The position of each character outside strings, and the number of open brackets before it."""
    opening, closing = brackets
    depth, string = 0, False
    for position, char in enumerate(text):
        if char == '"':
            string = not string
        elif not string:
            yield position, char, depth
            depth += (char in opening) - (char in closing)


def _outermost(text: str) -> tuple[int, int] | None:
    """The longest outermost pair of brackets, of a call or a tuple, that is worth breaking."""
    start, best = 0, None
    for position, char, depth in _scanned(text, ("([", ")]")):
        if depth == 0 and char in "([":
            start = position
        elif depth == 1 and char in ")]" and (best is None or position - start > best[1] - best[0]):
            best = start, position
    # An index stays on its line: a comma after it would make a tuple of it.
    if best is None or text[best[0]] == "[" or best[1] - best[0] < 8:
        return None
    call = best[0] > 0 and (text[best[0] - 1].isalnum() or text[best[0] - 1] == "_")
    # Of plain brackets only a tuple takes the comma after its last part.
    pair = best[0] == 0 and len(_split(text[1 : best[1]])) > 1
    return best if call or pair else None


def _split(text: str, sign: str = ",") -> list[str]:
    """Parts between the commas outside brackets, strings and the parameters of a lambda."""
    parts, begin, params = [], 0, False
    for position, char, depth in _scanned(text, ("([{", ")]}")):
        if depth or char in "([{":
            continue
        if text.startswith("lambda", position) and not text[begin:position].strip():
            params = True
        elif char == ":":
            params = False
        elif text.startswith(sign, position) and not params:
            parts.append(text[begin:position].strip())
            begin = position + len(sign)
    last = text[begin:].strip()
    return [*parts, last] if last else parts
