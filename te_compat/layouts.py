"""`Stage.transform_layout`: a tensor stored, and computed, in another order of its elements."""

from __future__ import annotations

from collections.abc import Callable

from tvm import tirx

from .axes import Action, LoopNest, number
from .calls import OldCall
from .dataflow import Var, new_axis, root_axes
from .program import Name, Recorder

LAYOUT = "transform_layout"


def layout_action(nest: LoopNest, op, function: Callable, call: OldCall) -> Action:
    """The call as an action on a stage's data axes, which have to be whole and in order.

    Raises
    ------
    OldCallError
        They are not, or the function is no index map.
    """
    before = _stored(nest, op)
    if op is None or any(action.method != LAYOUT for action in nest.actions):
        name = "a group" if op is None else str(op.name)
        raise call.error(
            f"the axes of {name} were split, fused or reordered: call transform_layout before that"
        )
    try:
        index_map = tirx.IndexMap.from_func(function, len(before), index_dtype="int32")
        extents = index_map.map_shape([axis.dom.extent for axis in before])
    except Exception as error:  # The function or TVM may raise anything.
        raise call.error(
            f"{error}: pass a function of {len(before)} indices that gives a list of indices"
        ) from error
    names = [str(axis.var.name) for axis in before]
    if len(extents) != len(before):
        names = [f"axis{number}" for number in range(len(extents))]
    pairs = zip(map(number, extents), names, strict=True)
    after = tuple(new_axis(extent, name) for extent, name in pairs)
    return Action(LAYOUT, call, before, after, layout=index_map)


def _stored(nest: LoopNest, op) -> tuple[tirx.IterVar, ...]:
    """The axes that a stage's tensor is stored by, after the layouts so far."""
    axes = () if op is None else tuple(op.axis)
    for action in nest.actions:
        if action.method == LAYOUT:
            axes = action.after
    return axes


def stored_axes(nest: LoopNest, op) -> list[tirx.IterVar]:
    """The axes with which a stage begins after its tensor's layout is changed, reductions last."""
    return [*_stored(nest, op), *root_axes(op)[len(op.axis) :]]


def lay_out(nest: LoopNest, op, block: Name, rec: Recorder) -> None:
    """Record what a stage's calls of transform_layout do to its buffer and to its loops."""
    for action in nest.actions:
        if action.method == LAYOUT:
            rec.do(action.call, LAYOUT, block, ("write", 0), action.layout)
            rec.do(action.call, "transform_block_layout", block, _with(action.layout, op))


def _with(layout: tirx.IndexMap, op) -> tirx.IndexMap:
    """The layout for loops: the reduction's stay where they are."""
    more: list[Var] = [tirx.Var(str(axis.var.name), "int32") for axis in op.reduce_axis]
    return tirx.IndexMap([*layout.initial_indices, *more], [*layout.final_indices, *more], None)
