"""The old `te.create_schedule`: stages, the calls that change the computation, JSON, pickles.

cache_read, cache_write and rfactor rewrite the TE graph at once, as in the old TE. The semantics
follow TVM 0.19's src/te/schedule/schedule_dataflow_rewrite.cc.
"""

from __future__ import annotations

import base64
import copyreg
import io
import json
import pickle
from collections.abc import Iterable

import tvm
import tvm_ffi
from tvm import te, tirx

from .calls import CallLog, OldCall, OldObject, here, recorded
from .dataflow import (
    DATA_PARALLEL,
    REDUCTION,
    TensorKey,
    both,
    computed,
    every_output,
    key,
    map_bodies,
    new_axis,
    outputs,
    post_order,
    reduction,
    remake,
    substitute,
    terms_alone,
    with_inputs,
)
from .intrinsics import called_by
from .stage import ROOT, SCOPE, Stage
from .symbolic import Sizes


class Schedule(OldObject):
    """The schedule of one or more output operations."""

    def __init__(self, ops) -> None:
        self.made_by = here("create_schedule")
        self.sizes = Sizes()
        self.log = CallLog()
        self.outputs = [op.op if isinstance(op, te.Tensor) else op for op in as_list(ops)]
        for op in self.outputs:
            if not isinstance(op, te.tensor.Operation):
                raise self.made_by.error(
                    f"{op!r} is not an operation; write te.create_schedule(C.op)"
                )
        self.groups: list[Stage] = []
        self.stages = [
            Stage(self.log, op, stays_at_root=op in self.outputs) for op in post_order(self.outputs)
        ]
        self.stage_map = {stage.origin_op: stage for stage in self.stages}

    def __getitem__(self, item) -> Stage:
        op = item.op if isinstance(item, te.Tensor) else item
        if isinstance(op, te.tensor.Operation) and op in self.stage_map:
            return self.stage_map[op]
        for stage in self.stages:
            if isinstance(op, te.tensor.Operation) and stage.op == op:
                # The operations after caching and factoring.
                return stage
        name = getattr(op, "name", item)
        call = self.log.calling or here("s[...]")
        raise call.error(f"{name} is not a stage of this schedule; use one of {self.names()}")

    def names(self) -> str:
        return ", ".join(stage.name for stage in self.stages)

    def copy(self) -> Schedule:
        """An independent copy of this schedule."""
        made = self.twin()
        if self.log.on_copy is not None:
            self.log.on_copy(made)
        return made

    def twin(self) -> Schedule:
        """The schedule as it is, not changed by later calls."""
        twin = Schedule.__new__(Schedule)
        vars(twin).update(vars(self))
        twin.log = self.log.copy()
        stages = {id(stage): stage.copy(twin.log) for stage in (*self.stages, *self.groups)}
        for stage in stages.values():
            stage.attach_stage = stages.get(id(stage.attach_stage))
            stage.group = stages.get(id(stage.group))
        twin.stages = [stages[id(stage)] for stage in self.stages]
        twin.groups = [stages[id(stage)] for stage in self.groups]
        twin.stage_map = {op: stages[id(stage)] for op, stage in self.stage_map.items()}
        return twin

    def normalize(self) -> Schedule:
        return self

    def current(self, tensor: te.Tensor) -> te.Tensor:
        """The tensor of the rewritten graph that corresponds to a tensor of the script."""
        return self[tensor].op.output(int(tensor.value_index))

    # --- Dataflow ---------------------------------------------------------------------------------

    def rewire(self, mapping: dict[TensorKey, te.Tensor]) -> None:
        """Make every stage read `mapping`'s tensors, and those that change as a result."""
        for stage in self.stages:
            op = with_inputs(stage.op, mapping)
            if not op.same_as(stage.op):
                mapping |= _by_output(stage.op, op)
                stage.op = op

    def insert(self, position: int, op, neighbour: Stage) -> Stage:
        """A new stage before `position`, in the group of `neighbour`."""
        stage = Stage(self.log, op, made_by=self.log.calling)
        stage.group = neighbour.group
        if stage.group is not None:
            stage.group.num_child_stages += 1
        self.stages.insert(position, stage)
        self.stage_map[op] = stage
        return stage

    @recorded
    def cache_read(self, tensor, scope, readers):
        """A copy of `tensor` in `scope`, which the operations `readers` read in its place."""
        stage = self[tensor]
        index = int(tensor.value_index)
        name = stage.name if stage.op.num_outputs == 1 else f"{stage.name}.v{index}"
        while any(other.name == f"{name}.{scope}" for other in self.stages):
            name += ".d"
        source = stage.op.output(index)
        cache = te.compute(source.shape, lambda *i: source(*i), name=f"{name}.{scope}")
        mapping: dict[TensorKey, te.Tensor] = {}
        for reader in as_list(readers):
            reading = self[reader]
            op = with_inputs(reading.op, {key(source): cache})
            if op.same_as(reading.op):
                raise self.log.calling.error(
                    f"{reading.name} does not read {stage.name}; pass the stages that read it"
                )
            mapping |= _by_output(reading.op, op)
            reading.op = op
        self.rewire(mapping)
        made = self.insert(self.stages.index(stage) + 1, cache.op, stage)
        made.scope_set = (str(scope), self.log.calling)
        return cache

    @recorded
    def cache_write(self, tensor, scope):
        """Compute `tensor` in a new stage in `scope`, and copy it from there.

        If axes of the stage have been split, fused or reordered already, the new stage's layout
        follows their order.
        """
        call, tensors = self.log.calling, as_list(tensor)
        stage = self[tensors[0]]
        if any(self[other] is not stage for other in tensors):
            raise call.error("the tensors have several operations; call cache_write for each")
        if not isinstance(stage.op, te.ComputeOp):
            raise call.error(f"{stage.name} is not a computation; use cache_read for an input")
        cache_op, copy_op = relaid(stage, scope, call)
        self.rewire(_by_output(stage.op, copy_op))
        stage.compute_instead(copy_op)
        made = self.insert(self.stages.index(stage), cache_op, stage)
        made.scope_set = (str(scope), call)
        # With several outputs, all of them are computed there, even if only some are requested.
        made_outputs = outputs(cache_op)
        caches = [made_outputs[int(tensor.value_index)] for tensor in tensors]
        return caches if isinstance(tensor, list | tuple) else caches[0]

    @recorded
    def rfactor(self, tensor, axis, factor_axis=0):
        """Make the reduction axis `axis` a dimension of a new stage, reduced in the old one."""
        stage = self[tensor]
        factor_op, final_op = factored(stage, axis, int(factor_axis), self.log.calling)
        self.rewire(_by_output(stage.op, final_op))
        stage.compute_instead(final_op)
        self.insert(self.stages.index(stage), factor_op, stage)
        tensors = outputs(factor_op)
        return tensors[0] if len(tensors) == 1 else tensors

    @recorded
    def create_group(self, outputs, inputs, include_inputs=False):
        """Make a group of the stages between `inputs` and `outputs`, which are placed together.

        It may be inside another group, and contain whole groups.
        """
        ends = [self.current(tensor) for tensor in as_list(outputs)]
        begins = {key(self.current(tensor)) for tensor in as_list(inputs)}
        members: list = []

        def visit(tensor: te.Tensor) -> None:
            outside = key(tensor) in begins and not include_inputs
            if not outside and tensor.op not in members and isinstance(tensor.op, te.ComputeOp):
                for read in tensor.op.input_tensors:
                    visit(read)
                members.append(tensor.op)

        for tensor in ends:
            visit(tensor)
        stages = [stage for stage in self.stages if stage.op in members]
        group = Stage(self.log, None)
        around = stages[0].groups() if stages else []
        group.group = next(
            (outer for outer in around if all(outer in stage.groups() for stage in stages)), None
        )
        parts = []
        for part in stages:
            while part.group is not group.group:
                part = part.group
                if any(part in stage.groups() and stage not in stages for stage in self.stages):
                    raise self.log.calling.error(
                        "the group would overlap another group; use groups that contain each "
                        "other or have no stage in common"
                    )
            parts.append(part)
        for part in dict.fromkeys(parts):
            if part.group is not None:
                part.group.num_child_stages -= 1
            part.group, group.num_child_stages = group, group.num_child_stages + 1
        if group.group is not None:
            group.group.num_child_stages += 1
        for stage in stages:
            if stage.attach == SCOPE and stage.group not in stage.attach_stage.groups():
                stage.attach, stage.attach_stage, stage.attach_axis = ROOT, None, None
        self.groups.append(group)
        return group


def _by_output(old_op, new_op) -> dict[TensorKey, te.Tensor]:
    """The output of `new_op` that each output of `old_op` becomes."""
    return {key(old): new for old, new in zip(outputs(old_op), outputs(new_op), strict=True)}


def as_list(given) -> list:
    several = isinstance(given, Iterable) and not isinstance(given, te.Tensor)
    return list(given) if several else [given]


def relaid(stage: Stage, scope: str, call: OldCall) -> tuple:
    """The operation that computes a stage's result in the order of its leaf axes, and the copy."""
    op, extents = stage.op, stage.extents()
    if called_by(op) is not None and any(action.after for action in stage.actions):
        raise call.error(
            f"{stage.name} is computed by an intrinsic; call its cache_write before splitting, "
            "fusing or reordering"
        )
    reduced = stage.derived_from({axis.var for axis in op.reduce_axis})
    if reduced & stage.derived_from({axis.var for axis in op.axis}):
        raise call.error(
            "a reduction axis and a spatial axis were fused before cache_write; call cache_write "
            "first"
        )
    if any(not reduced.isdisjoint(action.old[:1]) for action in stage.actions):
        raise call.error(
            "a reduction axis was split or fused before cache_write, which discards that; call "
            "cache_write first"
        )
    leaves = [leaf for leaf in stage.leaves if leaf.var not in reduced]
    axes = [new_axis(extents[leaf.var], f"{leaf.var.name}.c") for leaf in leaves]
    over_leaves = {leaf.var: axis.var for leaf, axis in zip(leaves, axes, strict=True)}
    values, guards = stage.values_up(extents, over_leaves)
    values = {axis.var: values[axis.var] for axis in op.axis}
    body = map_bodies(op.body, lambda expr: _guarded(substitute(expr, values), guards))
    cache = remake(op, body, f"{op.name}.{scope}", axes)
    values = stage.values_down(extents, {axis.var: axis.var for axis in op.axis})
    indices = [values[leaf.var] for leaf in leaves]
    copy = [tensor(*indices) for tensor in outputs(cache)]
    return cache, computed(op.name, op.axis, copy, op.tag)


def _guarded(expr, guards: list):
    """`expr`, guarded where padded iterations of splits that do not divide would do harm."""
    if not guards:
        return expr
    if isinstance(expr, tirx.Reduce):
        conditions = [*guards, expr.condition]
        return every_output(expr, expr.source, expr.axis, conditions)[int(expr.value_index)]
    zero = tirx.const(0, expr.ty.dtype if hasattr(expr.ty, "dtype") else "float32")
    return tirx.if_then_else(both(guards), expr, zero)


def factored(stage: Stage, axis: tirx.IterVar, factor_axis: int, call: OldCall) -> tuple:
    """The operation with `axis` as its dimension `factor_axis`, and the one that reduces it."""
    op, reduce = stage.op, reduction(stage.op)
    if called_by(op) is not None:
        raise call.error(
            f"{stage.name} is computed by an intrinsic, whose reduction cannot be factored; leave "
            "out rfactor, or write the computation without the intrinsic"
        )
    if reduce is None:
        raise call.error(f"{stage.name} is not a reduction; leave out rfactor")
    if axis.iter_type != REDUCTION:
        raise call.error(f"{axis.var.name} is not a reduction axis; pass one of op.reduce_axis")
    stage.place(axis)
    position = factor_axis if factor_axis >= 0 else len(op.axis) + 1 + factor_axis
    if not 0 <= position <= len(op.axis):
        raise call.error(
            f"{stage.name} has {len(op.axis)} axes; pass a factor_axis from 0 to {len(op.axis)}"
        )
    # Axes that share iterations with the factored axis.
    touched = stage.derived_from(stage.origins_of({axis.var}))
    if any(spatial.var in touched for spatial in op.axis):
        raise call.error(f"{axis.var.name} was fused with a spatial axis; call rfactor first")
    for action in stage.actions:
        if not touched.issuperset(action.old[:1]):
            raise call.error(
                f"{action.old[0].name} was split or fused before rfactor, which recreates the "
                "stage and discards that; call rfactor first"
            )
    extents = stage.extents()
    over_leaves = {leaf.var: leaf.var for leaf in stage.leaves if leaf.var in touched}
    values, guards = stage.values_up(extents, over_leaves)
    reduced = [other for other in op.reduce_axis if other.var not in touched]
    reduced += [
        new_axis(extents[var], var, REDUCTION) for var in over_leaves if not var.same_as(axis.var)
    ]
    replaced = {other.var: values[other.var] for other in op.reduce_axis if other.var in touched}
    source = [substitute(term, replaced) for term in reduce.source]
    conditions = [substitute(condition, replaced) for condition in (*guards, reduce.condition)]
    if reduced:
        body = every_output(reduce, source, reduced, conditions)
    else:
        # Nothing is left to reduce: each term is a separate stage, the identity if it is excluded.
        body = terms_alone(reduce, source, conditions)
    factor = new_axis(extents[axis.var], axis.var)
    axes = [*op.axis[:position], factor, *op.axis[position:]]
    partial = remake(op, body, f"{op.name}.rf", axes)

    again = new_axis(extents[axis.var], f"{axis.var.name}.v", REDUCTION)
    axes = [tirx.IterVar(other.dom, str(other.var.name), DATA_PARALLEL) for other in op.axis]
    indices = [other.var for other in axes]
    indices.insert(position, again.var)
    parts = [part(*indices) for part in outputs(partial)]
    return partial, remake(op, every_output(reduce, parts, [again]), f"{op.name}.repl", axes)


_KIND = "schedules.legacy"


def text_of(schedule: Schedule) -> str:
    """A schedule as JSON. The pickle refers to TVM's objects by their places in the graph."""
    nodes: list[tvm_ffi.Object] = []

    def place(given) -> int | None:
        if not isinstance(given, tvm_ffi.Object):
            return None
        nodes.append(given)
        return len(nodes) - 1

    file = io.BytesIO()
    pickler = pickle.Pickler(file)
    pickler.persistent_id = place
    pickler.dump(vars(schedule.twin()))
    graph = json.loads(tvm.ir.save_json(tvm_ffi.convert(nodes)))
    said = base64.b64encode(file.getvalue()).decode()
    return json.dumps({"kind": _KIND, "graph": graph, "said": said})


def from_text(text: str) -> Schedule:
    """The schedule of a text made by `text_of`."""
    parts = json.loads(text)
    nodes = tvm.ir.load_json(json.dumps(parts["graph"]))
    made = Schedule.__new__(Schedule)
    unpickler = pickle.Unpickler(io.BytesIO(base64.b64decode(parts["said"])))
    unpickler.persistent_load = nodes.__getitem__
    vars(made).update(unpickler.load())
    return made


copyreg.pickle(Schedule, lambda schedule: (from_text, (text_of(schedule),)))


def save_json(node) -> str:
    """`tvm.ir.save_json`, which also takes schedules."""
    return text_of(node) if isinstance(node, Schedule) else tvm.ir.save_json(node)


def load_json(text: str):
    """`tvm.ir.load_json`, which also returns schedules."""
    is_schedule = _KIND in text and json.loads(text).get("kind") == _KIND
    return from_text(text) if is_schedule else tvm.ir.load_json(text)
