"""TE computations as readable Python: the `te.compute` calls that give a graph of tensors.

What is printed is evaluated again by TVM's own operators, so only nodes are taken whose text gives
the same node; anything else is refused, never approximated.
"""

from __future__ import annotations

import keyword
import math
import re
from collections.abc import Iterable, Mapping, Sequence

import tvm
import tvm_ffi
from tvm import te, tirx

from ..errors import UserError
from .dataflow import TensorKey, key, outputs, post_order, reduction
from .program import plain_name, unique

WIDTH = 100
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
        if isinstance(expr, Var):
            return self._variable(expr), _ATOM
        if isinstance(expr, tirx.Cast):
            text = self._at_least(expr.value, _ATOM)
            if isinstance(expr.value, tirx.IntImm | tirx.FloatImm):
                return f'tirx.Cast("{dtype_of(expr)}", {typed(expr.value)})', _ATOM
            return f'{text}.astype("{dtype_of(expr)}")', _ATOM
        if isinstance(expr, tirx.Div):
            if dtype_of(expr).startswith(("int", "uint")):
                return self._call("tirx.truncdiv", expr.a, expr.b), _ATOM
            return self._binary(expr, "/", _PRODUCT)
        if isinstance(expr, tirx.Mod):
            return self._call("tirx.truncmod", expr.a, expr.b), _ATOM
        if isinstance(expr, tirx.Max | tirx.Min):
            name = "tirx.max" if isinstance(expr, tirx.Max) else "tirx.min"
            return self._call(name, expr.a, expr.b), _ATOM
        if isinstance(expr, tirx.And | tirx.Or):
            name = "te.all" if isinstance(expr, tirx.And) else "te.any"
            return self._call(name, *_spine(expr, kind)), _ATOM
        if isinstance(expr, tirx.Not):
            return self._call("tirx.Not", expr.a), _ATOM
        if isinstance(expr, tirx.BitwiseNot):
            return f"~{self._at_least(expr.a, _UNARY)}", _UNARY
        if isinstance(expr, tirx.Select):
            parts = (expr.condition, expr.true_value, expr.false_value)
            return self._call("tirx.Select", *parts), _ATOM
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
            quoted(str(one.value)) if type(one).__name__ == "StringImm" else self.of(one)
            for one in call.args
        ]

    def reduction(self, reduce: tirx.Reduce, reducers: Mapping[str, object]) -> str:
        """A reduction; a combiner of the script's own has its name in `reducers`."""
        axes = [self._variable(axis.var) for axis in reduce.axis]
        axis = axes[0] if len(axes) == 1 else f"[{', '.join(axes)}]"
        sources = list(map(self.of, reduce.source))
        source = sources[0] if len(sources) == 1 else f"({', '.join(sources)})"
        name = known_reducer(reduce) or next(
            name for name, one in reducers.items() if tvm_ffi.structural_equal(one, reduce.combiner)
        )
        return f"{name}({source}, axis={axis})"


def _spine(expr, kind) -> list:
    """The terms that `te.all` or `te.any` of a left-deep conjunction takes."""
    if isinstance(expr.a, kind):
        return [*_spine(expr.a, kind), expr.b]
    return [expr.a, expr.b]


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


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
        one = getattr(te, name)(tirx.const(0, dtype_of(reduce.source[0])), axis=axis)
        if tvm_ffi.structural_equal(one.combiner, reduce.combiner):
            return f"te.{name}"
    return ""


class GraphText:
    """The statements that compute tensors, one group per stage.

    `notes` has the lines of the old script that made a stage, by the stage's name; `wanted` the
    names that its author gave to axes.
    """

    def __init__(
        self,
        tensors: Sequence[te.Tensor | Var],
        notes: Mapping[str, Sequence[str]],
        wanted: Mapping[Var, str],
    ) -> None:
        self.notes = notes
        self.wanted = wanted
        self.taken: set[str] = set()
        self.names: dict[TensorKey, str] = {}
        self.axes: dict[Var, str] = {}
        self.reducers: dict[str, object] = {}
        self.scalars = {one: "" for one in tensors if isinstance(one, Var)}
        ops = [one.op for one in tensors if not isinstance(one, Var)]
        inputs = [op for op in ops if isinstance(op, te.PlaceholderOp)]
        order = post_order(ops)
        self.ops = [*inputs, *(op for op in order if op not in inputs)]
        for op in self.ops:
            self._name_outputs(op)
        self.scalars = {var: self.name(str(var.name)) for var in self.scalars}
        self.results = [
            self.scalars[one] if isinstance(one, Var) else self.names[key(one)] for one in tensors
        ]

    def name(self, wanted: str) -> str:
        found = identifier(wanted, self.taken)
        self.taken.add(found)
        return found

    def _name_outputs(self, op) -> None:
        for tensor in outputs(op):
            suffix = f"_{int(tensor.value_index)}" if op.num_outputs > 1 else ""
            self.names[key(tensor)] = self.name(f"{op.name}{suffix}")

    def axis_name(self, axis: tirx.IterVar) -> str:
        """What the script calls an axis, or a short form of its own name."""
        return self.wanted.get(axis.var) or short_name(str(axis.var.name))

    def lines(self) -> list[str]:
        """The statements, with no indentation."""
        found: list[str] = []
        for op in self.ops:
            for axis in op.reduce_axis if isinstance(op, te.ComputeOp) else ():
                if axis.var not in self.axes:
                    self.axes[axis.var] = self.name(self.axis_name(axis))
        for var, name in self.scalars.items():
            found.append(f"{name} = te.var({quoted(name)}, {quoted(dtype_of(var))})")
        declared: set[Var] = set()
        for op in self.ops:
            found += [f"# {line}" for line in self.notes.get(str(op.name), ())]
            if isinstance(op, te.PlaceholderOp):
                found += self._placeholder(op)
            elif isinstance(op, te.ComputeOp):
                for axis in op.reduce_axis:
                    if axis.var not in declared:
                        declared.add(axis.var)
                        found.append(self._reduce_axis(axis))
                found += self._compute(op)
            else:
                raise UserError(
                    f"migrate cannot print {op.name}, which is no te.compute (te.extern has a "
                    "statement of its own): keep that stage, or write it in TVMScript"
                )
        return found

    def _placeholder(self, op) -> list[str]:
        tensor = op.output(0)
        return fitted(
            f"{self.names[key(tensor)]} = te.placeholder({shape_text(tensor.shape)}, "
            f"{quoted(dtype_of_tensor(tensor))}, name={quoted(str(op.name))})"
        )

    def _reduce_axis(self, axis: tirx.IterVar) -> str:
        low, name = int(axis.dom.min), self.axes[axis.var]
        high = low + int(axis.dom.extent)
        return f"{name} = te.reduce_axis(({low}, {high}), name={quoted(name)})"

    def _compute(self, op) -> list[str]:
        variables = {**self.axes, **self.scalars}
        params: list[str] = []
        # What the body reads, and a parameter must not hide.
        read = {
            *self.names.values(),
            *self.scalars.values(),
            *self.reducers,
            *(self.axes[one.var] for one in op.reduce_axis),
        }
        for axis in op.axis:
            name = identifier(self.axis_name(axis), {*read, *params})
            params.append(name)
            variables[axis.var] = name
        printer = ExprText(str(op.name), variables, self.names)
        reduce = reduction(op)
        before: list[str] = []
        if reduce is not None:
            before = self._own_reducer(reduce)
            body = printer.reduction(reduce, self.reducers)
        elif op.num_outputs == 1:
            body = printer.of(op.body[0])
        else:
            body = f"({', '.join(map(printer.of, op.body))})"
        left = ", ".join(self.names[key(one)] for one in outputs(op))
        head = f"lambda {', '.join(params)}:" if params else "lambda:"
        return [
            *before,
            *fitted(
                f"{left} = te.compute({shape_text(op.output(0).shape)}, {head} {body}, "
                f"name={quoted(str(op.name))})"
            ),
        ]

    def _own_reducer(self, reduce: tirx.Reduce) -> list[str]:
        """The statement that makes a combiner which is not one of TE's."""
        combiner = reduce.combiner
        known = (tvm_ffi.structural_equal(one, combiner) for one in self.reducers.values())
        if known_reducer(reduce) or any(known):
            return []
        name = self.name("reducer")
        self.reducers[name] = combiner
        several = len(combiner.lhs) > 1
        variables = {
            var: f"{side}[{at}]" if several else side
            for side, group in (("x", combiner.lhs), ("y", combiner.rhs))
            for at, var in enumerate(group)
        }
        printer = ExprText(name, variables, {})
        result = ", ".join(map(printer.of, combiner.result))
        identity = ", ".join(map(typed, combiner.identity_element))
        if several:
            result, identity = f"({result})", f"({identity})"
        return fitted(
            f"{name} = te.comm_reducer(lambda x, y: {result}, lambda *_dtypes: {identity}, "
            f"name={quoted(name)})"
        )


def dtype_of_tensor(tensor: te.Tensor) -> str:
    return str(te.Tensor.dtype.fget(tensor))


def shape_text(shape) -> str:
    extents = [str(int(extent)) for extent in shape]
    return f"({extents[0]},)" if len(extents) == 1 else f"({', '.join(extents)})"


# --- lines that fit -------------------------------------------------------------------------------


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


def _outermost(text: str) -> tuple[int, int] | None:
    """The longest outermost pair of brackets, of a call or a tuple, that is worth breaking."""
    depth, start, best, string = 0, 0, None, False
    for at, char in enumerate(text):
        if char == '"':
            string = not string
        elif string:
            continue
        elif char in "([":
            if depth == 0:
                start = at
            depth += 1
        elif char in ")]":
            depth -= 1
            if depth == 0 and (best is None or at - start > best[1] - best[0]):
                best = start, at
    # An index stays on its line: a comma after it would make a tuple of it.
    if best is None or text[best[0]] == "[" or best[1] - best[0] < 8:
        return None
    call = best[0] > 0 and (text[best[0] - 1].isalnum() or text[best[0] - 1] == "_")
    # Of plain brackets only a tuple takes the comma after its last part.
    pair = best[0] == 0 and len(_split(text[1 : best[1]])) > 1
    return best if call or pair else None


def _split(text: str, sign: str = ",") -> list[str]:
    """Parts between the commas outside brackets, strings and the parameters of a lambda."""
    parts, depth, string, begin, params = [], 0, False, 0, False
    for at, char in enumerate(text):
        if char == '"':
            string = not string
        elif string:
            continue
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif depth == 0 and text.startswith("lambda", at) and not text[begin:at].strip():
            params = True
        elif depth == 0 and char == ":":
            params = False
        elif depth == 0 and text.startswith(sign, at) and not params:
            parts.append(text[begin:at].strip())
            begin = at + len(sign)
    last = text[begin:].strip()
    return [*parts, last] if last else parts
