"""A stage's block after all loops are in place: init or intrinsic, double buffer, alignment."""

from __future__ import annotations

from tvm import tirx

from schedules.core.schedule_moves import DOUBLE_BUFFER_MARK

from .calls import OldCall, OldCallError, notice
from .dataflow import Var, key, reads_of, root_axes
from .intrinsics import Loop, TensorIntrin, match_axes, register
from .program import SKIP, Name
from .stage import INLINE, Stage
from .stage_loops import StageLoops

# --- Storage --------------------------------------------------------------------------------------


def double_buffer(nest: StageLoops, stage: Stage) -> None:
    """Mark the buffer; refuses a buffer whose source is computed in the same iteration. Of a
    tensorized stage there is no mark, and a notice."""
    call = stage.doubled
    if call is None:
        return
    attached = nest.places.attach(stage)
    if attached is None:
        raise call.error(f"{stage.name} is not computed in a loop; call compute_at first")
    if stage.op.num_outputs > 1:
        raise call.error(
            f"{stage.name} has several outputs, and a double buffer holds only one; cache_read an "
            "output and double_buffer the copy"
        )
    _, axis, _ = attached
    for tensor in stage.op.input_tensors:
        maker = nest.places.makers.get(tensor.op)
        place = None if maker is None or maker.attach == INLINE else nest.places.attach(maker)
        if place is not None and (place[1].var.same_as(axis.var) or nest.extent(axis) == 1):
            raise call.error(
                f"{stage.name} reads {maker.name}, which the same iteration of "
                f"{axis.var.name} computes, so it cannot be filled one iteration ahead; leave out "
                f"double_buffer, or compute {maker.name} outside that loop"
            )
    intrinsics = (stage.of(leaf).intrinsic for leaf in stage.leaves)
    if intrinsic := next(filter(None, intrinsics), None):
        notice(
            call,
            f"double_buffer has no effect: {intrinsic[0].name} fills {stage.name}, and TVM 0.27 "
            "loads only plain stores one iteration ahead; leave out tensorize or double_buffer",
        )
        return
    nest.rec.do(call, "annotate", nest.block(stage), DOUBLE_BUFFER_MARK, 1)


def align(nest: StageLoops, stage: Stage) -> None:
    """Align the buffer; the last primitive, since tensorize drops the alignment of the block
    that it replaces."""
    for position, axis in enumerate(root_axes(stage.op)):
        if stage.of(axis).align:
            factor, offset, call = stage.of(axis).align
            for block in nest.blocks[id(stage)]:
                nest.rec.do(call, "storage_align", block, 0, position, factor, offset)


# --- Reductions -----------------------------------------------------------------------------------


def decompose_or_tensorize(nest: StageLoops, stage: Stage, lower: OldCall) -> None:
    """Move a reduction's init before its first loop, as the old TE did, or insert an intrinsic."""
    reduced = stage.derived_from({axis.var for axis in root_axes(stage.op)[len(stage.op.axis) :]})
    first = next((leaf for leaf in stage.leaves if leaf.var in reduced), None)
    tensorized = [leaf for leaf in stage.leaves if stage.of(leaf).intrinsic]
    for axis in stage.axes:
        if stage.of(axis).intrinsic and not stage.has_axis(axis):
            intrinsic, call = stage.of(axis).intrinsic
            notice(
                call,
                f"{axis.var.name} was split or fused after tensorize, so {intrinsic.name} is not "
                "inserted: tensorize the resulting loops",
            )
    if len(tensorized) > 1:
        _, call = stage.of(tensorized[1]).intrinsic
        raise call.error(f"{stage.name} is tensorized at two axes; tensorize one of them")
    if tensorized:
        _tensorize(nest, stage, tensorized[0], reduced)
    elif first is not None and not _crosses_threads(stage, reduced):
        _check_shared_sum(nest, stage, lower)
        # If loops of a reader cut across the tiles of a cache, TVM decomposes nothing; the init
        # stays in the block, which then runs it at the first iteration of the reduction.
        if nest.rec.is_affine(nest.block(stage)):
            _decompose(nest, stage, first, lower)


def _decompose(nest: StageLoops, stage: Stage, first: tirx.IterVar, cause: OldCall) -> Name:
    """Move the init of a reduction before the loop `first`; returns its block."""
    block = nest.block(stage)
    init = nest.rec.name(f"{block}_init")
    nest.rec.do(cause, "decompose_reduction", block, nest.loops[first.var], results=[init])
    return init


def _crosses_threads(stage: Stage, reduced: set[Var]) -> bool:
    """Whether threads share the reduction; then the init stays in the block."""
    call = None
    for leaf in stage.leaves:
        if leaf.var in reduced:
            thread = stage.of(leaf).thread
            call = call or (thread[1] if thread else None)
        elif call is not None:
            raise call.error(
                f"{leaf.var.name} of {stage.name} is inside a reduction axis bound to threads; "
                "move the spatial axes outwards with reorder"
            )
    return call is not None


def _check_shared_sum(nest: StageLoops, stage: Stage, lower: OldCall) -> None:
    """Refuse an accumulator in memory that threads share and that all of them add to.

    The old TE emitted it, which was a data race.
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
                f"{stage.name} is accumulated in {scope} memory and has no axis bound to {tag}, so "
                f"all {extent} threads that {other.name} has along {tag} would add to the same "
                f"element: bind an axis of {stage.name} to {tag}, or keep it in registers with "
                "set_scope('local')"
            )


# --- Intrinsics -----------------------------------------------------------------------------------


def _tensorize(nest: StageLoops, stage: Stage, axis: tirx.IterVar, reduced: set[Var]) -> None:
    """Insert the intrinsic that `axis` is tensorized with; `reduced` are the reduction's axes."""
    intrinsic, call = stage.of(axis).intrinsic
    position = stage.place(axis)
    inside = stage.leaves[position:]
    if len(nest.blocks[id(stage)]) > 1:
        raise call.error(
            f"{stage.name} has several outputs, and an intrinsic supports only one; write a "
            "te.compute per output"
        )
    if any(stage.of(leaf).thread for leaf in inside):
        raise call.error(
            "an axis inside the tensorized one is bound to a thread; bind an axis outside it"
        )
    loops = [Loop(nest.extent(leaf) or 0, leaf.var in reduced) for leaf in inside]
    _check_layout(nest, stage, intrinsic, call)
    if nest.rec.is_guarded(nest.block(stage), [nest.loops[leaf.var] for leaf in inside]):
        raise call.error(
            f"the tiles of {stage.name} do not divide its extents, and {intrinsic.name} needs "
            "whole tiles; use extents that the tiles divide"
        )
    kept = match_axes(intrinsic, loops, call)

    whole = nest.loops[axis.var]
    outer = [leaf for leaf in stage.leaves[:position] if leaf.var in reduced]
    if not outer:
        if intrinsic.body is None:
            raise call.error(
                f"{intrinsic.name} has no statement for a whole reduction; return (body, reset, "
                "update) from its function, or split the reduction and tensorize the inner loop"
            )
        _put(nest, stage, axis, register(intrinsic, kept, "body"), whole)
        return
    if intrinsic.update is None or intrinsic.init is None:
        raise call.error(
            f"the reduction continues outside {axis.var.name}, so {intrinsic.name} needs a reset "
            "and an update; return (body, reset, update) from its function"
        )
    init = _decompose(nest, stage, outer[0], call)
    _put(nest, stage, axis, register(intrinsic, kept, "update"), whole)
    if any(loop.extent > 1 and not loop.is_reduction for loop in loops):
        around = stage.leaves[stage.place(outer[0]) :]
        names = {
            leaf.var: nest.rec.name(f"{init}_{leaf.var.name}")
            for leaf in around
            if leaf.var not in reduced
        }
        nest.rec.do(None, "get_loops", init, results=[Name(SKIP), *names.values()])
        first = next(names[leaf.var] for leaf in inside if leaf.var in names)
        _put(nest, stage, axis, register(intrinsic, kept, "init"), first, init)


def _put(
    nest: StageLoops,
    stage: Stage,
    axis: tirx.IterVar,
    name: str,
    loop: Name,
    init: Name | None = None,
) -> None:
    """Insert a registered part of an intrinsic at `loop`, in the stage's block or in its `init`."""
    intrinsic, call = stage.of(axis).intrinsic
    aligned = init is None and any(stage.of(own).align for own in root_axes(stage.op))
    if aligned or nest.rec.is_guarded(init or nest.block(stage)):
        # TVM compares predicates too: this one moves to a block around the tile, like storage
        # annotations.
        around = nest.rec.name(f"{init or nest.block(stage)}_tile")
        nest.rec.do(call, "blockize", loop, results=[around])
        if init is None:
            nest.blocks[id(stage)] = [around]
    nest.rec.program.intrinsics.append(name)
    try:
        nest.rec.do(call, "tensorize", loop, name)
    except OldCallError as error:
        if nest.rec.overlaps(loop):
            raise call.error(
                f"{stage.name} is indexed by a sum of two loops, as h + kh in a convolution, and "
                "TVM 0.27 derives wrong tiles for that; read it through an inlined stage with an "
                "axis for each of the two loops (im2col), and cache_read that stage"
            ) from error
        raise call.error(
            f"{stage.name} computes something else inside {axis.var.name} than {intrinsic.name}, "
            "or of other dtypes; write both with the same expression and dtypes"
        ) from error


def _check_layout(nest: StageLoops, stage: Stage, intrinsic: TensorIntrin, call: OldCall) -> None:
    """Refuse an intrinsic for another memory scope, or without strides for rows that are not
    contiguous."""
    reads, wanted = ([tensor for tensor, _ in reads_of(op)] for op in (stage.op, intrinsic.op))
    if len(reads) != len(wanted):
        raise call.error(
            f"{stage.name} reads {len(reads)} tensors, and {intrinsic.name} {len(wanted)}; write "
            "both with the same expression"
        )
    # The tensors that each buffer of the intrinsic represents.
    bound = [
        [read for read, want in zip(reads, wanted, strict=True) if key(want) == key(tensor)]
        for tensor in intrinsic.op.input_tensors
    ]
    bound.append([stage.op.output(0)])
    for buffer, tensors in zip(intrinsic.buffers, bound, strict=True):
        for tensor in tensors:
            maker = nest.places.makers.get(tensor.op)
            scope = "global" if maker is None else nest.places.scope(maker)[0]
            if str(buffer.scope()) != scope:
                raise call.error(
                    f"{tensor.op.name} lies in {scope} memory, but buffer {buffer.name} of "
                    f"{intrinsic.name} in {buffer.scope()}: declare it with scope={scope!r}"
                )
            shape = [int(extent) for extent in buffer.shape]
            big = [dimension for dimension, extent in enumerate(shape) if extent > 1]
            if len(buffer.strides) or len(big) < 2:
                continue
            # Its statements assume that rows are contiguous.
            whole, rows = [int(extent) for extent in tensor.shape], len(shape) - big[0] - 1
            if whole[len(whole) - rows :] != shape[len(shape) - rows :]:
                raise call.error(
                    f"buffer {buffer.name} of {intrinsic.name} has no strides, but rows of "
                    f"{tensor.op.name} are {whole[-1]} elements apart: declare it with "
                    "strides=[te.var(), 1]"
                )
