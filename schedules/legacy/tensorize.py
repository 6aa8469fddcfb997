"""A tensorized axis as primitives: an intrinsic in place of a stage's innermost loops."""

from __future__ import annotations

from collections.abc import Sequence

import tvm
import tvm_ffi
from tvm import te, tirx

from .calls import OldCall, OldCallError
from .dataflow import key
from .intrinsics import Loop, TensorIntrin, match_axes, register, wants_contiguous
from .program import SKIP, Name
from .stage import Stage
from .stage_loops import StageLoops


def decompose(nest: StageLoops, stage: Stage, first: tirx.IterVar, cause: OldCall) -> Name:
    """Put the init of a reduction ahead of the loop `first`; gives its block."""
    block = nest.block(stage)
    init = nest.rec.name(f"{block}_init")
    nest.rec.do(cause, "decompose_reduction", block, nest.loops[first.var], results=[init])
    return init


def tensorize(nest: StageLoops, stage: Stage, axis: tirx.IterVar, reduced: set[tvm.ir.Var]) -> None:
    """Put in the intrinsic that `axis` is tensorized with; `reduced` are the reduction's axes."""
    intrinsic, call = stage.of(axis).intrinsic
    at = stage.place(axis)
    inside = stage.leaves[at:]
    if len(nest.blocks[id(stage)]) > 1:
        raise call.error(f"{stage.name} has several outputs, and an intrinsic takes one")
    if any(stage.of(leaf).thread for leaf in inside):
        raise call.error("an axis inside the tensorized one is bound to a thread")
    loops = [Loop(nest.extent(leaf) or 0, leaf.var in reduced) for leaf in inside]
    _check_layout(nest, stage, intrinsic, call)
    if nest.rec.is_guarded(nest.block(stage)):
        raise call.error(
            f"the tiles of {stage.name} do not divide its extents, so some iterations are "
            f"left out, and {intrinsic.name} takes whole tiles; use extents that they divide"
        )
    try:
        kept = [place is not None for place in match_axes(intrinsic, loops)]
    except ValueError as error:
        raise call.error(str(error)) from None
    outer = [leaf for leaf in stage.leaves[:at] if leaf.var in reduced]
    if not outer:
        _put_whole(nest, stage, axis, kept)
        return
    if intrinsic.update is None or intrinsic.init is None:
        raise call.error(
            f"the reduction goes on outside {axis.var.name}, so {intrinsic.name} has to give "
            "(body, reset, update)"
        )
    init = decompose(nest, stage, outer[0], call)
    _put(nest, call, nest.loops[axis.var], intrinsic, kept, "update")
    if any(loop.extent > 1 and not loop.is_reduction for loop in loops):
        around = stage.leaves[stage.place(outer[0]) :]
        spatial = [leaf for leaf in around if leaf.var not in reduced]
        names = [nest.rec.name(f"{init}_{leaf.var.name}") for leaf in spatial]
        nest.rec.do(None, "get_loops", init, results=[Name(SKIP), *names])
        region = [leaf for leaf in inside if leaf.var not in reduced]
        _put(nest, call, names[len(spatial) - len(region)], intrinsic, kept, "init")


def _put_whole(nest: StageLoops, stage: Stage, axis: tirx.IterVar, kept: Sequence[bool]) -> None:
    """An intrinsic for all of a reduction, or for no reduction."""
    intrinsic, call = stage.of(axis).intrinsic
    if intrinsic.body is None:
        raise call.error(f"{intrinsic.name} has no statement for a whole reduction")
    loop = nest.loops[axis.var]
    try:
        _put(nest, call, loop, intrinsic, kept, "body")
    except OldCallError as error:
        if not nest.rec.is_guarded_by_blockize(loop):
            raise
        raise call.error(
            f"{stage.name} lies at a sum of two loops, as at h + kh in a convolution, "
            "whose tiles TVM 0.27 derives wrongly; read it through a stage with an axis "
            "for each of the two (im2col), inlined, and cache_read that one"
        ) from error


def _put(
    nest: StageLoops,
    call: OldCall,
    loop: Name,
    intrinsic: TensorIntrin,
    kept: Sequence[bool],
    what: str,
) -> None:
    name = register(intrinsic, kept, what)
    nest.rec.program.intrinsics.append(name)
    nest.rec.do(call, "tensorize", loop, name)


def _check_layout(nest: StageLoops, stage: Stage, intrinsic: TensorIntrin, call: OldCall) -> None:
    """Refuse an intrinsic for other memory, or without strides for rows that lie apart."""
    tensors = [*_loads(stage.op), stage.op.output(0)]
    wanted = _loads(intrinsic.op)
    if len(tensors) != len(wanted) + 1:
        raise call.error(f"{stage.name} does not compute what {intrinsic.name} computes")
    order = list(map(key, intrinsic.op.input_tensors))

    def bound(at: int) -> list[te.Tensor]:
        """The tensors that a buffer of the intrinsic stands for."""
        if at == len(order):
            return [tensors[-1]]
        return [t for t, w in zip(tensors, wanted, strict=False) if key(w) == order[at]]

    for at, buffer in enumerate(intrinsic.buffers):
        for tensor in bound(at):
            maker = nest.places.makers.get(tensor.op)
            scope = "global" if maker is None else nest.places.scope(maker)[0]
            if str(buffer.scope()) != scope:
                raise call.error(
                    f"{tensor.op.name} lies in {scope} memory, but buffer {buffer.name} of "
                    f"{intrinsic.name} in {buffer.scope()}: declare it with scope={scope!r}"
                )
    for at, shape in wants_contiguous(intrinsic):
        for tensor in bound(at):
            whole = tuple(int(extent) for extent in tensor.shape)
            rows = len(shape) - next(i for i, extent in enumerate(shape) if extent > 1) - 1
            if whole[len(whole) - rows :] != shape[len(shape) - rows :]:
                raise call.error(
                    f"buffer {intrinsic.buffers[at].name} of {intrinsic.name} has no strides, "
                    f"but rows of {tensor.op.name} are {whole[-1]} elements apart: declare it "
                    "with strides=[te.var(), 1]"
                )


def _loads(op) -> list[te.Tensor]:
    """Tensors that an operation reads, once per read, in order."""
    loads: list[te.Tensor] = []
    body = op.body[0]
    for expr in body.source if isinstance(body, tirx.Reduce) else [body]:
        tvm_ffi.structural_walk(expr, (te.Tensor, loads.append))
    return loads
