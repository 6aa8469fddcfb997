"""The TE graph that `lower` converts to TIR: an old schedule's stages, including those that TIR
cannot move."""

from __future__ import annotations

from collections.abc import Sequence

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
    outputs,
    reduction,
    remake_extern,
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
