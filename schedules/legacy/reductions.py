"""A stage's reduction as primitives: its init ahead of the first reduction loop, or an intrinsic.

The old TE put every init there.
"""

from __future__ import annotations

import tvm

from .calls import OldCall
from .dataflow import root_axes
from .stage import Stage
from .stage_loops import StageLoops
from .tensorize import decompose, tensorize

Var = tvm.ir.Var


def decompose_or_tensorize(nest: StageLoops, stage: Stage, lower: OldCall) -> None:
    """What comes after every loop of every stage is in place."""
    reduced = stage.derived_from({axis.var for axis in root_axes(stage.op)[len(stage.op.axis) :]})
    first = next((leaf for leaf in stage.leaves if leaf.var in reduced), None)
    tensorized = [leaf for leaf in stage.leaves if stage.of(leaf).intrinsic]
    if len(tensorized) > 1:
        _, call = stage.of(tensorized[1]).intrinsic
        raise call.error(f"{stage.name} is tensorized at two axes")
    if tensorized:
        tensorize(nest, stage, tensorized[0], reduced)
    elif first is not None and not _crosses_threads(stage, reduced):
        _check_shared_sum(nest, stage, lower)
        # Where loops of a reader cut across the tiles of a cache, TVM decomposes nothing; the init
        # stays in the block, which then runs it at the first of the reduction.
        if nest.rec.is_affine(nest.block(stage)):
            decompose(nest, stage, first, lower)


def _crosses_threads(stage: Stage, reduced: set[Var]) -> bool:
    """Whether threads share the reduction; then the init stays in the block."""
    call = None
    for leaf in stage.leaves:
        if leaf.var in reduced:
            thread = stage.of(leaf).thread
            call = call or (thread[1] if thread else None)
        elif call is not None:
            raise call.error(
                f"{leaf.var.name} of {stage.name} lies inside a reduction axis bound to "
                "threads; reorder the axes that are not reduced outwards"
            )
    return call is not None


def _check_shared_sum(nest: StageLoops, stage: Stage, lower: OldCall) -> None:
    """Refuse a sum in memory that threads share and that all of them add to.

    The old TE emitted it, and it raced.
    """
    scope, _ = nest.places.scope(stage)
    if scope not in ("shared", "shared.dyn", "global"):
        return
    root, own = nest.places.root(stage), nest.places.threads(stage)
    for (kernel, tag), (extent, other) in nest.threads.items():
        idle = kernel == id(root) and tag.startswith("threadIdx") and tag not in own
        if idle and extent != 1:
            attached = nest.places.attach(stage)
            raise (attached[2] if attached else lower).error(
                f"{stage.name} is summed up in {scope} memory, and each of the {extent} "
                f"threads that {other.name} has along {tag} would add to the same element: "
                "bind an axis of it, or keep it in registers with set_scope('local')"
            )
