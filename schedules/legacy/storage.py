"""How a stage's result is stored, as annotations: double buffers, and strides apart from banks."""

from __future__ import annotations

from ..moves import DOUBLE_BUFFER_MARK
from .calls import OldCall
from .dataflow import root_axes
from .stage import INLINE, Stage
from .stage_loops import StageLoops


def double_buffer(nest: StageLoops, stage: Stage) -> None:
    if stage.doubled:
        _check_doubled(nest, stage, stage.doubled)
        nest.rec.do(stage.doubled, "annotate", nest.block(stage), DOUBLE_BUFFER_MARK, 1)


def _check_doubled(nest: StageLoops, stage: Stage, call: OldCall) -> None:
    """Refuse to fill a buffer an iteration ahead from what this iteration makes first."""
    attached = nest.places.attach(stage)
    if attached is None:
        raise call.error(f"{stage.name} is computed in no loop; compute_at one first")
    if stage.op.num_outputs > 1:
        raise call.error(
            f"{stage.name} has several outputs, and one loop fills one double buffer; "
            "cache_read an output, and double_buffer the copy"
        )
    _, axis, _ = attached
    for tensor in stage.op.input_tensors:
        maker = nest.places.makers.get(tensor.op)
        at = None if maker is None or maker.attach == INLINE else nest.places.attach(maker)
        if at is not None and (at[1].var.same_as(axis.var) or nest.extent(axis) == 1):
            raise call.error(
                f"{stage.name} reads {maker.name}, which the same iteration of "
                f"{axis.var.name} makes: it cannot be filled an iteration ahead"
            )


def align(nest: StageLoops, stage: Stage) -> None:
    """Last of all primitives: tensorize drops a block's alignment."""
    for position, axis in enumerate(root_axes(stage.op)):
        if stage.of(axis).align:
            factor, offset, call = stage.of(axis).align
            for block in nest.blocks[id(stage)]:
                nest.rec.do(call, "storage_align", block, 0, position, factor, offset)
