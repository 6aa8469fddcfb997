"""A stage's axes, and their extents and values after splits and fuses.

TVM 0.19 calls this message passing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import tvm
from tvm import tirx

from .calls import OldCall, OldObject
from .dataflow import Var


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
