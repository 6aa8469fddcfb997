"""The old `te.create_schedule`: stages, and the calls that change the computation itself.

cache_read, cache_write and rfactor rewrite the TE graph at once, as in the old TE. The semantics
follow TVM 0.19's src/te/schedule/schedule_dataflow_rewrite.cc.
"""

from __future__ import annotations

from collections.abc import Iterable

from tvm import te

from .calls import CallLog, OldObject, here, recorded
from .dataflow import TensorKey, key, outputs, post_order, with_inputs
from .new_stages import factored, relaid
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
