"""What a script may say of a stage and TIR would compute wrongly, refused before lowering."""

from __future__ import annotations

from tvm import tirx

from .dataflow import reduction, root_axes
from .places import Places
from .stage import INLINE, Stage

VIRTUAL = ("vthread", "cthread")


def check_stage(stage: Stage, places: Places) -> None:
    if places.is_argument(stage) and stage.scope_set and stage.scope_set[0] not in ("", "global"):
        raise stage.scope_set[1].error(
            f"{stage.name} is an argument of lower, which lies in global memory"
        )
    if places.is_moved(stage) and stage.attach != INLINE:
        _check_moved(stage, places)

    scope, _ = places.scope(stage)
    if scope == "local":
        for leaf in stage.leaves:
            if stage.of(leaf).tag.startswith("threadIdx"):
                _, call = stage.of(leaf).thread
                raise call.error(
                    f"{stage.name} lies in registers, which one thread cannot fill for another: "
                    "bind no axis of it, or give it scope 'shared'"
                )
    if stage.predicate:
        _check_predicate(stage, places)
    bound = [said.thread for said in map(stage.of, stage.leaves) if said.thread]
    own = {thread.var: call for thread, call in bound}
    for parent, axis in places.path(stage):
        said = parent.of(axis)
        if said.tag in VIRTUAL and said.thread[0].var in own:
            raise own[said.thread[0].var].error(
                f"{stage.name} is computed inside the virtual thread {axis.var.name} of "
                f"{parent.name}, which is bound to the same axis; use another te.thread_axis"
            )
        if said.kind and said.kind[0] == "vectorize":
            raise said.kind[1].error(
                f"{stage.name} is computed inside {axis.var.name}, and the lanes of a vector "
                "would share its one element; compute it further out"
            )


def _check_moved(stage: Stage, places: Places) -> None:
    """Refuse what an argument, in global memory, cannot have inside its reader.

    Threads that overlap may store one value several times, but not sum it up several times.
    """
    way_out = "leave it at the root, or out of the arguments"
    call = places.spec(stage).attach_call
    if stage.stays_at_root:
        raise call.error(f"{stage.name} is an output of the schedule: it stays at the root")
    bound = next((said.thread for said in map(stage.of, stage.leaves) if said.thread), None)
    if bound:
        raise bound[1].error(
            f"{stage.name} is an argument of lower, in global memory, which one thread cannot "
            f"fill for another inside a kernel: {way_out}"
        )
    for parent, axis in places.path(stage):
        said = parent.of(axis)
        shared = said.thread or (said.kind and said.kind[0] == "parallel")
        if shared and reduction(stage.op) is not None:
            raise call.error(
                f"{stage.name} is an argument of lower and a reduction, which several threads "
                f"along {axis.var.name} may make of the same element at once: {way_out}"
            )
    aligned = [said.align for said in map(stage.of, root_axes(stage.op)) if said.align]
    for call in (stage.doubled, *(align[2] for align in aligned)):
        if call is not None:
            raise call.error(
                f"{stage.name} is an argument of lower, whose memory is the caller's: {way_out}"
            )


def _check_predicate(stage: Stage, places: Places) -> None:
    """Take a predicate that picks one of several threads which would store the same value.

    s_tir stores the result of a reduction over threads by the first of them anyhow, and
    elsewhere storing one value several times is harmless. Any other would change results.
    """
    predicate, call = stage.predicate
    tags = {
        said.thread[0].var: said.tag
        for other in places.stages
        for said in other.attributes.values()
        if said.thread
    }
    spatial = places.threads(stage, reduced=False)
    for term in _terms(predicate):
        zero = isinstance(term, tirx.EQ) and isinstance(term.b, tirx.IntImm)
        tag = tags.get(term.a) if zero and int(term.b.value) == 0 else None
        if tag is None:
            raise call.error(
                f"{term} is no test of a bound thread axis for 0; put a condition on data into "
                "the computation with te.if_then_else"
            )
        if tag in spatial:
            raise call.error(
                f"{tag} has elements of {stage.name} to store, and all but one thread's would "
                "be left out"
            )


def _terms(condition) -> list:
    """The terms of a conjunction."""
    if isinstance(condition, tirx.And):
        return [*_terms(condition.a), *_terms(condition.b)]
    return [condition]
