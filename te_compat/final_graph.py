"""The TE graph that `lower` converts to TIR: an old schedule's stages, including those that TIR
cannot move, and tensorized copies that are read at sums of axes."""

from __future__ import annotations

from collections.abc import Sequence

import tvm
import tvm_ffi
from tvm import te

from schedules.lowering.nodes import nodes

from .calls import OldCall
from .dataflow import (
    TensorKey,
    Var,
    computed,
    fold_condition,
    key,
    map_bodies,
    map_tensors,
    new_axis,
    outputs,
    reads_of,
    reduction,
    remake,
    remake_extern,
    root_axes,
    substitute,
    variables,
)
from .places import Places
from .program import Argument, unique
from .schedule import Schedule
from .stage import INLINE, Stage
from .tensor import bounded, check_body


class FinalGraph:
    """A schedule's stages over operations with unique names and no `where`.

    Attributes
    ----------
    args : list
        The arguments of `lower` as the script's calls left them, numbers among them.
    tensors : list
        The same over the new operations, without `moved`.
    moved : list of Argument
        The arguments that are computed inside other stages: s_tir moves no block that writes one.
    blocks : dict
        By a stage's id the names of the blocks that it becomes: one, but of several outputs
        without a reduction one each.
    """

    def __init__(self, schedule: Schedule, args: Sequence[te.Tensor | Var], call: OldCall) -> None:
        self.args = current_arguments(schedule, args, call)
        tensors = [arg for arg in self.args if not isinstance(arg, Var)]
        self.places = Places([stage for stage in schedule.stages if stage.is_compute], tensors)
        self.blocks: dict[int, list[str]] = {}
        self._taken = {str(arg.op.name) for arg in tensors if is_placeholder(arg.op)}
        self._final: dict[TensorKey, te.Tensor] = {}
        read = _read(schedule, tensors)
        for stage in schedule.stages:
            if not is_placeholder(stage.op):
                for old, new in zip(outputs(stage.op), self._remade(stage, read), strict=True):
                    self._final[key(old)] = new
        self.tensors: list[te.Tensor | Var] = []
        self.moved: list[Argument] = []
        for number, arg in enumerate(self.args):
            stage = None if isinstance(arg, Var) else self.places.makers.get(arg.op)
            final = arg if isinstance(arg, Var) else self._final.get(key(arg), arg)
            if stage is None or not self.places.is_moved(stage):
                self.tensors.append(final)
                continue
            shape = tuple(int(extent) for extent in final.shape)
            unwritten = (shape, str(final.dtype)) if stage.attach == INLINE else None
            self.moved.append(Argument(number, str(final.name), unwritten))

    def _remade(self, stage: Stage, read: set[TensorKey]) -> list[te.Tensor | None]:
        """The outputs of a stage over the new operations, None for some that nothing reads."""
        op = stage.op
        wished = str(stage.origin_op.name).replace(".", "_")
        block = unique(wished, self._taken)
        while is_several(op) and not self._taken.isdisjoint(_part_names(block, op.num_outputs)):
            block = unique(wished, self._taken)
        self.blocks[id(stage)] = [block]
        if not isinstance(op, te.ComputeOp):
            return outputs(remake_extern(op, self._final, block))
        op = bounded(op)
        check_body(op)
        body = map_bodies(op.body, lambda expr: fold_condition(map_tensors(expr, self._final)))
        if is_several(op):
            return self._several(stage, block, body, read)
        return outputs(computed(block, op.axis, body))

    def _several(
        self, stage: Stage, block: str, body: list, read: set[TensorKey]
    ) -> list[te.Tensor | None]:
        """The outputs of a stage with several outputs and no reduction, None for those without a
        reader.

        Inlined ones become one stage each, because TVM inlines no other stages.
        """
        axes = list(stage.op.axis)
        kept = [number for number, output in enumerate(outputs(stage.op)) if key(output) in read]
        if stage.attach == INLINE:
            every = _part_names(block, len(body))
            names = [every[number] for number in kept]
            ops = [computed(every[number], axes, [body[number]]) for number in kept]
            made = [op.output(0) for op in ops]
        else:
            names = [block] if len(kept) == 1 else _part_names(block, len(kept))
            made = outputs(computed(block, axes, [body[number] for number in kept]))
        self.blocks[id(stage)] = names
        self._taken.update(names)
        by_place = dict(zip(kept, made, strict=True))
        return [by_place.get(number) for number in range(len(body))]


def current_arguments(
    schedule: Schedule, args: Sequence[te.Tensor | Var], call: OldCall
) -> list[te.Tensor | Var]:
    """The arguments as they are in the graph now; raises OldCallError unless all are there once."""
    current = []
    for arg in args:
        if not isinstance(arg, te.Tensor | Var):
            raise call.error(
                f"argument {arg} is {type(arg).__name__}; pass tensors, and te.var for numbers"
            )
        stage = None if isinstance(arg, Var) else schedule.stage_map.get(arg.op)
        # An input that no stage reads is a parameter all the same.
        current.append(arg if stage is None else stage.op.output(int(arg.value_index)))
    tensors = [key(arg) for arg in current if not isinstance(arg, Var)]
    if len(set(tensors)) < len(tensors):
        raise call.error("a tensor appears twice among the arguments; pass it once")
    for op in schedule.outputs:
        for tensor in outputs(schedule[op].op):
            if key(tensor) not in tensors:
                raise call.error(f"output {op.name} is not among the arguments; pass it")
    for stage in schedule.stages:
        if is_placeholder(stage.op) and key(stage.op.output(0)) not in tensors:
            raise call.error(f"input {stage.name} is not among the arguments; pass it")
    return current


def _read(schedule: Schedule, args: Sequence[te.Tensor]) -> set[TensorKey]:
    """The tensors that something reads: a stage of several outputs may have others."""
    wanted = {key(arg) for arg in args}
    for stage in reversed(schedule.stages):
        if not is_several(stage.op):
            wanted.update(map(key, stage.op.input_tensors))
            continue
        for tensor, expr in zip(outputs(stage.op), stage.op.body, strict=True):
            if key(tensor) in wanted:
                wanted.update(map(key, nodes(te.Tensor, expr)))
    return wanted


def is_several(op) -> bool:
    """Whether an operation has several outputs that `create_prim_func` makes a block each."""
    return isinstance(op, te.ComputeOp) and op.num_outputs > 1 and reduction(op) is None


def is_placeholder(op) -> bool:
    return isinstance(op, te.PlaceholderOp)


def _part_names(block: str, count: int) -> list[str]:
    """The names that `create_prim_func` gives to the blocks of several outputs."""
    return [f"{block}_v{number}" for number in range(count)]


def without_sums(schedule: Schedule) -> Schedule:
    """A schedule whose tensorized copies are read at no sums; itself where none is."""
    if not any(_read_at_sums(schedule, stage) for stage in schedule.stages):
        return schedule
    twin = schedule.twin()
    for stage in twin.stages:
        reads = _read_at_sums(twin, stage)
        if reads is not None:
            _widen(twin, stage, *reads)
    return twin


def _read_at_sums(schedule: Schedule, stage: Stage) -> tuple[Stage, list] | None:
    """The only reader of a tensorized copy and its indices, if some of these are sums of axes.

    The copy's axes must be unscheduled there.
    """
    if not any(stage.of(leaf).intrinsic for leaf in stage.leaves) or not stage.is_compute:
        return None
    if stage.op.reduce_axis or stage.op.num_outputs > 1:
        return None
    reads = [
        (reader, indices)
        for reader in schedule.stages
        if isinstance(reader.op, te.ComputeOp)
        for tensor, indices in reads_of(reader.op)
        if tensor.op == stage.op
    ]
    if len(reads) != 1:
        return None
    reader, indices = reads[0]
    touched = {var for action in stage.actions if action.after for var in action.old}
    summed = [
        axis.var
        for axis, index in zip(stage.op.axis, indices, strict=True)
        if len(set(variables(index))) > 1
    ]
    free = all(var not in touched and var not in stage.attributes for var in summed)
    return (reader, indices) if summed and free else None


def _widen(schedule: Schedule, stage: Stage, reader: Stage, indices: list) -> None:
    """Give a copy an axis for each term of the sums at which `reader` has it."""
    extents = {axis.var: axis.dom.extent for axis in root_axes(reader.op)}
    parts: dict = {}
    values, read_at = {}, []
    for axis, index in zip(stage.op.axis, indices, strict=True):
        terms = list(dict.fromkeys(variables(index)))
        if len(terms) < 2:
            parts[axis.var] = [axis]
            read_at.append(index)
            continue
        parts[axis.var] = [new_axis(extents[var], f"{axis.var.name}_{var.name}") for var in terms]
        own = dict(zip(terms, (part.var for part in parts[axis.var]), strict=True))
        values[axis.var] = substitute(index, own)
        read_at += terms
    old, axes = stage.op, [part for axis in stage.op.axis for part in parts[axis.var]]
    stage.op = remake(old, map_bodies(old.body, lambda expr: substitute(expr, values)), axis=axes)
    for held in (stage.axes, stage.leaves):
        held[:] = [part for axis in held for part in parts.get(axis.var, [axis])]
    (wide,) = outputs(stage.op)

    def read(call: tvm.ir.Call):
        mine = call.args and isinstance(call.args[0], te.Tensor) and call.args[0].op == old
        return wide(*read_at) if mine else call

    before = reader.op
    body = map_bodies(
        before.body, lambda expr: tvm_ffi.structural_map(expr, (tvm.ir.Call, read), order="pre")
    )
    reader.op = remake(before, body)
    pairs = zip(outputs(before), outputs(reader.op), strict=True)
    schedule.rewire({key(tensor): other for tensor, other in pairs})
