"""TE computations as readable Python: the `te.compute` calls that define a graph of tensors."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import tvm_ffi
from tvm import te, tirx

from gpusim.errors import UserError

from .dataflow import TensorKey, Var, key, outputs, post_order, reduction
from .expression_text import (
    ExprText,
    dtype_of,
    fitted,
    identifier,
    known_reducer,
    short_name,
    typed,
)
from .program import quoted


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
        self.axes: dict[Var, str] = {}
        self.reducers: dict[str, object] = {}
        ops = [arg.op for arg in tensors if not isinstance(arg, Var)]
        inputs = [op for op in ops if isinstance(op, te.PlaceholderOp)]
        self.ops = [*inputs, *(op for op in post_order(ops) if op not in inputs)]
        self.names: dict[TensorKey, str] = {
            key(tensor): self.name(f"{op.name}_{number}" if op.num_outputs > 1 else str(op.name))
            for op in self.ops
            for number, tensor in enumerate(outputs(op))
        }
        self.scalars = {arg: self.name(str(arg.name)) for arg in tensors if isinstance(arg, Var)}
        self.results = [
            self.scalars[arg] if isinstance(arg, Var) else self.names[key(arg)] for arg in tensors
        ]

    def name(self, wanted: str) -> str:
        name = identifier(wanted, self.taken)
        self.taken.add(name)
        return name

    def axis_name(self, axis: tirx.IterVar) -> str:
        """The script's name of an axis, or a short form of the axis's own name."""
        return self.wanted.get(axis.var) or short_name(str(axis.var.name))

    def lines(self) -> list[str]:
        """The statements, with no indentation."""
        for axis in itertools.chain(*map(_reduce_axes, self.ops)):
            if axis.var not in self.axes:
                self.axes[axis.var] = self.name(self.axis_name(axis))
        lines = [
            f"{name} = te.var({quoted(name)}, {quoted(dtype_of(var))})"
            for var, name in self.scalars.items()
        ]
        declared: set[Var] = set()
        for op in self.ops:
            lines += [f"# {line}" for line in self.notes.get(str(op.name), ())]
            for axis in _reduce_axes(op):
                if axis.var not in declared:
                    declared.add(axis.var)
                    low, name = int(axis.dom.min), self.axes[axis.var]
                    ends = f"({low}, {low + int(axis.dom.extent)})"
                    lines.append(f"{name} = te.reduce_axis({ends}, name={quoted(name)})")
            if isinstance(op, te.ComputeOp):
                lines += self._compute(op)
            elif isinstance(op, te.PlaceholderOp):
                lines += self._placeholder(op)
            else:
                raise UserError(
                    f"migrate cannot print {op.name}, which is not a te.compute (te.extern has "
                    "its own statement): keep that stage, or write it in TVMScript"
                )
        return lines

    def _placeholder(self, op) -> list[str]:
        return self._tensors(op, "placeholder", quoted(str(op.output(0).dtype)))

    def _tensors(self, op, made_by: str, how: str) -> list[str]:
        left = ", ".join(self.names[key(output)] for output in outputs(op))
        shape = ", ".join(str(int(extent)) for extent in op.output(0).shape)
        shape += "," * (len(op.output(0).shape) == 1)
        return fitted(f"{left} = te.{made_by}(({shape}), {how}, name={quoted(str(op.name))})")

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
            variables[axis.var] = identifier(self.axis_name(axis), {*read, *params})
            params.append(variables[axis.var])
        printer = ExprText(str(op.name), variables, self.names)
        reduce = reduction(op)
        before: list[str] = []
        if reduce is not None:
            before = self._own_reducer(reduce)
            body = printer.reduction(reduce, self.reducers)
        else:
            body = _tuple_of(list(map(printer.of, op.body)))
        head = f"lambda {', '.join(params)}:" if params else "lambda:"
        return [*before, *self._tensors(op, "compute", f"{head} {body}")]

    def _own_reducer(self, reduce: tirx.Reduce) -> list[str]:
        """The statement that makes a combiner which is not one of TE's."""
        combiner = reduce.combiner
        known = (tvm_ffi.structural_equal(reducer, combiner) for reducer in self.reducers.values())
        if known_reducer(reduce) or any(known):
            return []
        name = self.name("reducer")
        self.reducers[name] = combiner
        variables = {
            var: f"{side}[{number}]" if len(group) > 1 else side
            for side, group in (("x", combiner.lhs), ("y", combiner.rhs))
            for number, var in enumerate(group)
        }
        result = _tuple_of(list(map(ExprText(name, variables, {}).of, combiner.result)))
        identity = _tuple_of(list(map(typed, combiner.identity_element)))
        return fitted(
            f"{name} = te.comm_reducer(lambda x, y: {result}, lambda *_dtypes: {identity}, "
            f"name={quoted(name)})"
        )


def _reduce_axes(op) -> list[tirx.IterVar]:
    return list(op.reduce_axis) if isinstance(op, te.ComputeOp) else []


def _tuple_of(parts: list[str]) -> str:
    """The parts as a tuple, or the only one."""
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
