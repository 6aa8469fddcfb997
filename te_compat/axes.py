"""A stage's axes: extents and values after splits and fuses, layouts, attributes.

TVM 0.19 calls the extents and values message passing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import NamedTuple

import tvm
from tvm import tirx

from .calls import OldCall, OldObject
from .dataflow import Var, new_axis, root_axes
from .program import Name, Recorder


@dataclass(frozen=True)
class Action:
    """A call that turns the axes `before` into the axes `after`; `method` is that of `s_tir`.

    A split has one axis before and (outer, inner) after, a fuse the reverse. An add_unit_loop has
    none before, and a reorder has neither: `order` are the axes in their new order, or the
    outermost axis, around which the new loop is put. A transform_layout has all data axes before
    and after.
    """

    method: str
    call: OldCall
    before: tuple[tirx.IterVar, ...] = ()
    after: tuple[tirx.IterVar, ...] = ()
    # For a split, one of the two: the extent of the inner or of the outer axis.
    factor: int | None = None
    nparts: int | None = None
    order: tuple[tirx.IterVar, ...] = ()
    # For a transform_layout.
    layout: tirx.IndexMap | None = None

    @property
    def old(self) -> tuple[Var, ...]:
        return tuple(axis.var for axis in self.before)

    @property
    def new(self) -> tuple[Var, ...]:
        return tuple(axis.var for axis in self.after)


@dataclass
class Attributes:
    """The attributes of one axis; every entry has the call that set it."""

    thread: tuple[tirx.IterVar, OldCall] | None = None
    kind: tuple[str, OldCall] | None = None
    pragmas: tuple[tuple[str, object, OldCall], ...] = ()
    align: tuple[int, int, OldCall] | None = None
    intrinsic: tuple[object, OldCall] | None = None

    @property
    def tag(self) -> str:
        """The thread axis that it is bound to, '' for none."""
        return str(self.thread[0].thread_tag) if self.thread else ""


class LoopNest(OldObject):
    """All axes of a stage, the actions that created them from the original ones, and `leaves`,
    its loops."""

    def __init__(self, axes: Iterable[tirx.IterVar]) -> None:
        self.begin_with(axes)

    def begin_with(self, axes: Iterable[tirx.IterVar]) -> None:
        """Forget all splits, fuses and reorders."""
        self.axes: list[tirx.IterVar] = list(axes)
        self.leaves: list[tirx.IterVar] = list(self.axes)
        self.actions: list[Action] = []

    def act(self, action: Action, position: int) -> None:
        """Replace leaf axes by the axes that an action creates from them."""
        self.actions.append(action)
        self.axes += action.after
        self.leaves[position : position + len(action.before)] = action.after

    def has_axis(self, axis: tirx.IterVar) -> bool:
        return any(axis.var.same_as(leaf.var) for leaf in self.leaves)

    def extents(self) -> dict[Var, int]:
        """Extent of every axis before bounds are known: a split keeps its factor.

        The extent is an expression if it is symbolic.
        """
        extents = {axis.var: number(axis.dom.extent) for axis in self.axes if axis.dom is not None}
        for action in self.actions:
            if action.method == "split":
                whole = extents[action.old[0]]
                outer, inner = action.nparts, action.factor
                # The other extent is rounded up.
                outer = number((whole + (inner - 1)) // inner) if outer is None else outer
                inner = number((whole + (outer - 1)) // outer) if inner is None else inner
                extents.update(zip(action.new, (outer, inner), strict=True))
            elif action.method == "fuse":
                outer, inner = action.old
                extents[action.new[0]] = number(extents[outer] * extents[inner])
        return extents

    def origins_of(self, leaves: set[Var]) -> set[Var]:
        """The axes from which any of `leaves` was created, including the leaves."""
        origins = set(leaves)
        for action in reversed(self.actions):
            if not origins.isdisjoint(action.new):
                origins.update(action.old)
        return origins

    def derived_from(self, roots: set[Var]) -> set[Var]:
        """The axes that were created from any of `roots`, including the roots."""
        derived = set(roots)
        for action in self.actions:
            if not derived.isdisjoint(action.old):
                derived.update(action.new)
        return derived

    def values_up(
        self, extents: Mapping[Var, int], leaves: Mapping[Var, object]
    ) -> tuple[dict[Var, object], list]:
        """Values of all axes computed from the leaves', and the conditions of splits that do not
        divide.

        Axes without a known value are omitted.
        """
        guards = []
        values = dict(leaves)
        for action in reversed(self.actions):
            if action.old and all(var in values for var in action.new):
                if action.method == "split":
                    (whole,) = action.old
                    values[whole] = _joined(action.new, values, extents)
                    padded = extents[action.new[0]] * extents[action.new[1]]
                    # Symbolic factors, which are not known to divide, are guarded.
                    if not _same(padded, extents[whole]):
                        guards.append(values[whole] < extents[whole])
                elif action.layout:
                    back = action.layout.inverse([extents[var] for var in action.old])
                    given = back.map_indices([values[var] for var in action.new])
                    values.update(zip(action.old, given, strict=True))
                else:
                    values.update(_divided(values[action.new[0]], action.old, extents))
        return values, guards

    def values_down(
        self, extents: Mapping[Var, int], roots: Mapping[Var, object]
    ) -> dict[Var, object]:
        """Values of all axes, from those of the original axes."""
        values = dict(roots)
        for action in self.actions:
            if action.method == "fuse" and action.old[0] in values:
                values[action.new[0]] = _joined(action.old, values, extents)
            elif action.method == "split" and action.old[0] in values:
                values.update(_divided(values[action.old[0]], action.new, extents))
            elif action.layout:
                given = action.layout.map_indices([values[var] for var in action.old])
                values.update(zip(action.new, given, strict=True))
            elif action.new and not action.old:
                values[action.new[0]] = tirx.const(0, "int32")
        return values


def number(extent):
    """An extent as an int; simplified if it is symbolic."""
    if isinstance(extent, tvm.ir.Expr):
        extent = tvm.sym.Analyzer().simplify(extent)
    return int(extent) if isinstance(extent, int | tirx.IntImm) else extent


def _same(first, other) -> bool:
    both_known = isinstance(first, int) and isinstance(other, int)
    return first == other if both_known else tvm.sym.Analyzer().can_prove_equal(first, other)


def _joined(pair: tuple[Var, Var], values: Mapping[Var, object], extents: Mapping[Var, int]):
    """The value of the axis that (outer, inner) were split from, or are fused to."""
    outer, inner = pair
    return values[outer] * extents[inner] + values[inner]


def _divided(whole, pair: tuple[Var, Var], extents: Mapping[Var, int]) -> dict[Var, object]:
    """The values of (outer, inner) for the value `whole` of their common axis."""
    extent = extents[pair[1]]
    return dict(
        zip(pair, (tirx.floordiv(whole, extent), tirx.floormod(whole, extent)), strict=True)
    )


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


class Split(NamedTuple):
    parent: tirx.IterVar
    outer: tirx.IterVar
    inner: tirx.IterVar
    factor: object
    nparts: object


class Fuse(NamedTuple):
    outer: tirx.IterVar
    inner: tirx.IterVar
    fused: tirx.IterVar


class Singleton(NamedTuple):
    iter: tirx.IterVar


class Transform(NamedTuple):
    original_variables: tuple[tirx.IterVar, ...]
    transformed_variables: tuple[tirx.IterVar, ...]
    forward_transformation: tirx.IndexMap


def relation(action: Action) -> Split | Fuse | Singleton | Transform:
    """`Stage.relations` has one for each split, fuse and layout."""
    if action.layout:
        return Transform(action.before, action.after, action.layout)
    if action.method == "split":
        return Split(*action.before, *action.after, action.factor, action.nparts)
    if action.method == "fuse":
        return Fuse(*action.before, *action.after)
    return Singleton(*action.after)


_KINDS = {
    "vectorize": tirx.IterVar.Vectorized,
    "unroll": tirx.IterVar.Unrolled,
    "parallel": tirx.IterVar.Parallelized,
}


def axis_attributes(attrs: Attributes, own_type: int) -> SimpleNamespace:
    """The attributes of an axis in `Stage.iter_var_attrs`."""
    kind = _KINDS[attrs.kind[0]] if attrs.kind else own_type
    factor, offset, *_ = attrs.align or (0, 0)
    names = [SimpleNamespace(value=name) for name, _, _ in attrs.pragmas]
    return SimpleNamespace(
        iter_type=tirx.IterVar.Tensorized if attrs.intrinsic else kind,
        tensor_intrin=attrs.intrinsic[0] if attrs.intrinsic else None,
        bind_thread=attrs.thread[0] if attrs.thread else None,
        dim_align_factor=factor,
        dim_align_offset=offset,
        pragmas=names,
        pragma_keys=names,
        pragma_values=[value for _, value, _ in attrs.pragmas],
    )


class AxisMap(dict):
    """A map by axes, which Python cannot hash: by their variables."""

    def __getitem__(self, axis):
        return super().__getitem__(getattr(axis, "var", axis))

    def __contains__(self, axis) -> bool:
        return super().__contains__(getattr(axis, "var", axis))
