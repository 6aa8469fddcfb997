"""Where the stages of an old schedule are computed: inside which loops, and in which memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tvm import te, tirx

from .calls import OldCall
from .dataflow import key, outputs
from .stage import INLINE, ROOT, SCOPE, Stage

_RANKS = {"blockIdx": 1, "threadIdx": 2, "vthread": 2, "cthread": 2}

Loops = list[tuple[Stage, tirx.IterVar]]


class Places:
    """The places of `stages`, where `args` are the arguments of `lower`."""

    def __init__(self, stages: Sequence[Stage], args: Iterable[te.Tensor]) -> None:
        self.stages = stages
        self.makers = {stage.op: stage for stage in stages}
        self._args = {key(arg) for arg in args}

    def is_argument(self, stage: Stage) -> bool:
        return any(key(tensor) in self._args for tensor in outputs(stage.op))

    def is_moved(self, stage: Stage) -> bool:
        """Whether an argument is computed inside another stage, or nowhere of its own."""
        if not stage.is_compute or not self.is_argument(stage):
            return False
        return stage.attach == INLINE or self.spec(stage).attach == SCOPE

    def spec(self, stage: Stage) -> Stage:
        """The stage, or the group around it, that says where the stage is computed."""
        while stage.attach == ROOT and stage.group is not None:
            stage = stage.group
        return stage

    def attach(self, stage: Stage) -> tuple[Stage, tirx.IterVar, OldCall] | None:
        """Where a stage is attached: the axis that the one named became part of, if it is gone."""
        spec = self.spec(stage)
        if spec.attach != SCOPE:
            return None
        parent, axis = spec.attach_stage, spec.attach_axis
        for action in parent.actions:
            if action.before and action.before[-1].var.same_as(axis.var):
                axis = action.after[-1]
        if not parent.has_axis(axis):
            raise spec.attach_call.error(
                f"axis {axis.var.name} of {parent.name} was fused away afterwards; "
                "compute_at the fused axis"
            )
        return parent, axis, spec.attach_call

    def path(self, stage: Stage) -> Loops:
        """The loops a stage is computed in, innermost first, through all the stages around it."""
        loops: Loops = []
        at = self.attach(stage)
        while at is not None:
            parent, axis, call = at
            if len(loops) > 100 * len(self.stages):
                raise call.error("compute_at goes in a circle")
            position = parent.place(axis)
            loops += [(parent, leaf) for leaf in reversed(parent.leaves[: position + 1])]
            at = self.attach(parent)
        return loops

    def root(self, stage: Stage) -> Stage:
        """The stage in whose loops a stage is computed, perhaps its own: a kernel."""
        path = self.path(stage)
        return path[-1][0] if path else stage

    def threads(self, stage: Stage, reduced: bool = True) -> set[str]:
        """The threads that loops of a stage and around it are bound to, `reduced` ones or not."""
        loops = (*self.path(stage), *((stage, leaf) for leaf in stage.leaves))
        tags = {
            parent.of(axis).tag
            for parent, axis in loops
            if reduced or axis.iter_type != tirx.IterVar.CommReduce
        }
        return tags - {""}

    def scope(self, stage: Stage) -> tuple[str, OldCall | None]:
        """The memory a stage's result lies in: as set, or as follows from the threads around it."""
        if stage.scope_set and stage.scope_set[0]:
            return stage.scope_set
        if self.is_moved(stage):
            return "global", None
        around = (parent.of(axis).tag.partition(".")[0] for parent, axis in self.path(stage))
        rank = max((_RANKS.get(tag, 0) for tag in around), default=0)
        attached = self.attach(stage)
        return ("global", "shared", "local")[rank], attached[2] if attached else None
