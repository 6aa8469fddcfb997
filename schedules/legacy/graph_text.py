"""TE computations as readable Python: the `te.compute` calls that give a graph of tensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import tvm
import tvm_ffi
from tvm import te, tirx

from ..errors import UserError
from .dataflow import TensorKey, key, outputs, post_order, reduction
from .expression_text import (
    ExprText,
    dtype_of,
    identifier,
    known_reducer,
    quoted,
    short_name,
    typed,
)
from .line_breaks import fitted

Var = tvm.ir.Var


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
        self.scalars = {arg: "" for arg in tensors if isinstance(arg, Var)}
        ops = [arg.op for arg in tensors if not isinstance(arg, Var)]
        inputs = [op for op in ops if isinstance(op, te.PlaceholderOp)]
        order = post_order(ops)
        self.ops = [*inputs, *(op for op in order if op not in inputs)]
        for op in self.ops:
            self._name_outputs(op)
        self.scalars = {var: self.name(str(var.name)) for var in self.scalars}
        self.results = [
            self.scalars[arg] if isinstance(arg, Var) else self.names[key(arg)] for arg in tensors
        ]

    def name(self, wanted: str) -> str:
        name = identifier(wanted, self.taken)
        self.taken.add(name)
        return name

    def _name_outputs(self, op) -> None:
        for tensor in outputs(op):
            suffix = f"_{int(tensor.value_index)}" if op.num_outputs > 1 else ""
            self.names[key(tensor)] = self.name(f"{op.name}{suffix}")

    def axis_name(self, axis: tirx.IterVar) -> str:
        """What the script calls an axis, or a short form of its own name."""
        return self.wanted.get(axis.var) or short_name(str(axis.var.name))

    def lines(self) -> list[str]:
        """The statements, with no indentation."""
        lines: list[str] = []
        for op in self.ops:
            for axis in op.reduce_axis if isinstance(op, te.ComputeOp) else ():
                if axis.var not in self.axes:
                    self.axes[axis.var] = self.name(self.axis_name(axis))
        for var, name in self.scalars.items():
            lines.append(f"{name} = te.var({quoted(name)}, {quoted(dtype_of(var))})")
        declared: set[Var] = set()
        for op in self.ops:
            lines += [f"# {line}" for line in self.notes.get(str(op.name), ())]
            if isinstance(op, te.PlaceholderOp):
                lines += self._placeholder(op)
            elif isinstance(op, te.ComputeOp):
                for axis in op.reduce_axis:
                    if axis.var not in declared:
                        declared.add(axis.var)
                        lines.append(self._reduce_axis(axis))
                lines += self._compute(op)
            else:
                raise UserError(
                    f"migrate cannot print {op.name}, which is no te.compute (te.extern has a "
                    "statement of its own): keep that stage, or write it in TVMScript"
                )
        return lines

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
            *(self.axes[axis.var] for axis in op.reduce_axis),
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
        left = ", ".join(self.names[key(output)] for output in outputs(op))
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
        known = (tvm_ffi.structural_equal(reducer, combiner) for reducer in self.reducers.values())
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
