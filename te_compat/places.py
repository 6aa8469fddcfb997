"""Placement of the stages of an old schedule: their loops and their memory.

Placements that TIR would compute wrongly are refused before lowering.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import tvm
from tvm import te, tirx

from schedules.lowering.nodes import conjuncts

from .calls import OldCall, notice
from .dataflow import REDUCTION, key, outputs, reduction, root_axes
from .stage import INLINE, ROOT, SCOPE, Stage

_RANKS = {"blockIdx": 1, "threadIdx": 2, "vthread": 2, "cthread": 2}

Loops = list[tuple[Stage, tirx.IterVar]]
Place = tuple[Stage, tirx.IterVar, OldCall]


class Places:
    """The places of `stages`, where `args` are the arguments of `lower`."""

    def __init__(self, stages: Sequence[Stage], args: Iterable[te.Tensor]) -> None:
        self.stages = stages
        self.makers = {stage.op: stage for stage in stages}
        self._args = {key(arg) for arg in args}

    def is_argument(self, stage: Stage) -> bool:
        return any(key(tensor) in self._args for tensor in outputs(stage.op))

    def is_moved(self, stage: Stage) -> bool:
        """Whether an argument is computed inside another stage, or inlined."""
        if not stage.is_compute or not self.is_argument(stage):
            return False
        return stage.attach == INLINE or self.spec(stage).attach == SCOPE

    def spec(self, stage: Stage) -> Stage:
        """The stage, or the group around it, that determines where the stage is computed."""
        while stage.attach == ROOT and stage.group is not None:
            stage = stage.group
        return stage

    def attach(self, stage: Stage) -> Place | None:
        """Where a stage is computed: where it is attached, or further inside, in its own thread."""
        place = self._attached(stage)
        narrower = self._in_its_thread(stage, place) if place is not None else None
        return narrower or place

    def _in_its_thread(self, stage: Stage, place: Place) -> Place | None:
        """The reader's loop over threads, for registers that are filled before it.

        There, each thread fills what it reads itself. Loops between the two are skipped only if the
        stage is distributed over these threads, which registers cannot be.
        """
        if self._own_scope(stage, place)[0] != "local" or reduced_by_threads(stage):
            return None
        readers = [
            other
            for other in self.stages
            if any(tensor.op == stage.op for tensor in other.op.input_tensors)
        ]
        if len(readers) != 1 or readers[0].attach == INLINE:
            return None
        inside: Loops = []
        own = [(readers[0], leaf) for leaf in reversed(readers[0].leaves)]
        for parent, axis in (*own, *self.path(readers[0])):
            if parent is place[0] and axis.var.same_as(place[1].var):
                break
            inside.append((parent, axis))
        else:
            return None
        threads = [n for n, (p, x) in enumerate(inside) if p.of(x).tag.startswith("threadIdx")]
        if not threads or inside[threads[0]][1].iter_type == REDUCTION:
            return None
        serial = any(
            not parent.of(axis).thread and parent.extents()[axis.var] != 1
            for parent, axis in inside[threads[0] + 1 :]
        )
        shared_out = any(stage.of(leaf).tag.startswith("threadIdx") for leaf in stage.leaves)
        return (*inside[threads[0]], place[2]) if shared_out or not serial else None

    def _attached(self, stage: Stage) -> Place | None:
        """Where a stage is attached: the named axis, or the axis that it became part of."""
        spec = self.spec(stage)
        if spec.attach != SCOPE:
            return None
        parent, axis = spec.attach_stage, spec.attach_axis
        for action in parent.actions:
            if action.before and action.before[-1].var.same_as(axis.var):
                axis = action.after[-1]
        if not parent.has_axis(axis):
            raise spec.attach_call.error(
                f"axis {axis.var.name} of {parent.name} was fused afterwards; use the fused axis "
                "in compute_at"
            )
        return parent, axis, spec.attach_call

    def path(self, stage: Stage) -> Loops:
        """The loops a stage is computed in, innermost first, through all the stages around it."""
        return self._around(stage, self.attach(stage))

    def _around(self, stage: Stage, place: Place | None) -> Loops:
        """The loops in which a stage would be computed at a given place."""
        loops: Loops = []
        while place is not None:
            parent, axis, call = place
            if len(loops) > 100 * len(self.stages):
                raise call.error("the compute_at calls form a cycle; leave one of them out")
            position = parent.place(axis)
            loops += [(parent, leaf) for leaf in reversed(parent.leaves[: position + 1])]
            place = self.attach(parent)
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
        """The memory scope of a stage's result: the one that was set, or the default for the
        threads around it."""
        scope, call = self._own_scope(stage, self._attached(stage))
        if scope == "local" and reduced_by_threads(stage):
            if call is not None:
                notice(
                    call,
                    f"{stage.name} is reduced by several threads; it is placed in shared memory, "
                    "where all of them can read the result",
                )
            return "shared", call
        return scope, call

    def _own_scope(self, stage: Stage, place: Place | None) -> tuple[str, OldCall | None]:
        """The same, ignoring threads that share a reduction."""
        if stage.scope_set and stage.scope_set[0]:
            return stage.scope_set
        if self.is_moved(stage):
            return "global", None
        tags = (
            parent.of(axis).tag.partition(".")[0] for parent, axis in self._around(stage, place)
        )
        rank = max((_RANKS.get(tag, 0) for tag in tags), default=0)
        return ("global", "shared", "local")[rank], place[2] if place else None


def reduced_by_threads(stage: Stage) -> bool:
    """Whether threads share a reduction."""
    return any(
        stage.of(leaf).tag.startswith("threadIdx") and leaf.iter_type == REDUCTION
        for leaf in stage.leaves
    )


# --- Refusals -------------------------------------------------------------------------------------

VIRTUAL = ("vthread", "cthread")


def check_stage(stage: Stage, places: Places) -> None:
    if stage.stays_at_root and places.spec(stage).attach != ROOT:
        raise places.spec(stage).attach_call.error(
            f"{stage.name} is an output of the schedule: it stays at the root; leave the call out"
        )
    if places.is_argument(stage) and stage.scope_set and stage.scope_set[0] not in ("", "global"):
        raise stage.scope_set[1].error(
            f"{stage.name} is an argument of lower and therefore in global memory; leave out "
            "set_scope, or remove it from the arguments"
        )
    if places.is_moved(stage) and stage.attach != INLINE:
        _check_moved(stage, places)

    scope, _ = places.scope(stage)
    if scope == "local":
        for leaf in stage.leaves:
            # In its reader's loop over the same threads, each fills what it reads.
            around = {parent.of(axis).tag for parent, axis in places.path(stage)}
            tag = stage.of(leaf).tag
            if tag.startswith("threadIdx") and tag not in around:
                _, call = stage.of(leaf).thread
                raise call.error(
                    f"{stage.name} is in registers, which other threads cannot read: bind none of "
                    "its axes to threads, or set its scope to 'shared'"
                )
    if stage.predicate:
        _check_predicate(stage, places)
    bound = [attrs.thread for attrs in map(stage.of, stage.leaves) if attrs.thread]
    own = {thread.var: call for thread, call in bound}
    for parent, axis in places.path(stage):
        attrs = parent.of(axis)
        if attrs.tag in VIRTUAL and attrs.thread[0].var in own:
            raise own[attrs.thread[0].var].error(
                f"{stage.name} is computed inside the virtual thread {axis.var.name} of "
                f"{parent.name}, which is bound to the same axis; use another te.thread_axis"
            )


def _check_moved(stage: Stage, places: Places) -> None:
    """Refuse an argument in global memory that cannot be computed inside its reader.

    Threads that overlap may store one value several times, but not add to it several times.
    """
    way_out = "compute it at the root, or remove it from the arguments"
    call = places.spec(stage).attach_call
    bound = next((attrs.thread for attrs in map(stage.of, stage.leaves) if attrs.thread), None)
    if bound:
        raise bound[1].error(
            f"{stage.name} is an argument of lower and therefore in global memory, where the "
            f"threads of a kernel cannot exchange its elements: {way_out}"
        )
    for parent, axis in places.path(stage):
        attrs = parent.of(axis)
        shared = attrs.thread or (attrs.kind and attrs.kind[0] == "parallel")
        if shared and reduction(stage.op) is not None:
            raise call.error(
                f"{stage.name} is an argument of lower and a reduction, and several threads along "
                f"{axis.var.name} may update the same element at once: {way_out}"
            )
    aligned = [attrs.align for attrs in map(stage.of, root_axes(stage.op)) if attrs.align]
    for call in (stage.doubled, *(align[2] for align in aligned)):
        if call is not None:
            raise call.error(
                f"{stage.name} is an argument of lower, and the caller allocates its memory: "
                f"{way_out}"
            )


def _check_predicate(stage: Stage, places: Places) -> None:
    """Take a predicate that picks one of several threads which would store the same value.

    s_tir stores the result of a reduction over threads by the first of them anyhow, and
    elsewhere storing one value several times is harmless. Any other would change results.
    """
    predicate, call = stage.predicate
    tags = {
        attrs.thread[0].var: attrs.tag
        for other in places.stages
        for attrs in other.attributes.values()
        if attrs.thread
    }
    spatial = places.threads(stage, reduced=False)
    for term in conjuncts(predicate):
        zero = isinstance(term, tirx.EQ) and isinstance(term.b, tirx.IntImm)
        tag = tags.get(term.a) if zero and int(term.b.value) == 0 else None
        if tag is None and zero and isinstance(term.a, tvm.ir.Var):
            notice(
                call,
                f"{term.a.name} is bound to no axis; ignored, because all threads store the same "
                "value",
            )
            continue
        if tag is None:
            raise call.error(
                f"{term} is not a test of a bound thread axis for 0; write a condition on data as "
                "te.if_then_else in the computation"
            )
        if tag in spatial:
            raise call.error(
                f"{tag} distributes the elements of {stage.name}, and only one thread's would be "
                "stored; leave out set_store_predicate"
            )
