"""A stage's axes, and their extents and values by its splits and fuses.

What TVM 0.19 calls message passing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import tvm
from tvm import tirx

from .calls import OldCall, OldObject

Var = tvm.ir.Var


@dataclass(frozen=True)
class Split:
    """parent = outer * factor + inner, with `factor` or `nparts` given."""

    parent: tirx.IterVar
    outer: tirx.IterVar
    inner: tirx.IterVar
    factor: int | None
    nparts: int | None
    call: OldCall

    @property
    def first(self) -> tirx.IterVar:
        """The axis that it is called with first."""
        return self.parent


@dataclass(frozen=True)
class Fuse:
    outer: tirx.IterVar
    inner: tirx.IterVar
    fused: tirx.IterVar
    call: OldCall

    @property
    def first(self) -> tirx.IterVar:
        return self.outer


@dataclass(frozen=True)
class Reorder:
    order: tuple[tirx.IterVar, ...]
    call: OldCall


@dataclass(frozen=True)
class Singleton:
    """A loop of extent 1 outside all others, of which `inside` is the outermost (None: no loop)."""

    axis: tirx.IterVar
    inside: tirx.IterVar | None
    call: OldCall


Action = Split | Fuse | Reorder | Singleton


def ceil_div(a: int, b: int) -> int:
    return -(-a // b)


class LoopNest(OldObject):
    """All axes of a stage, what made them of those it began with, and the `leaves`, its loops."""

    def __init__(self, axes: Iterable[tirx.IterVar]) -> None:
        self.begin_with(axes)

    def begin_with(self, axes: Iterable[tirx.IterVar]) -> None:
        """Forget all splits, fuses and reorders."""
        self.axes: list[tirx.IterVar] = list(axes)
        self.leaves: list[tirx.IterVar] = list(self.axes)
        self.actions: list[Action] = []

    @property
    def splits_and_fuses(self) -> list[Split | Fuse]:
        return [action for action in self.actions if isinstance(action, Split | Fuse)]

    def has_axis(self, axis: tirx.IterVar) -> bool:
        return any(axis.var.same_as(leaf.var) for leaf in self.leaves)

    def extents(self) -> dict[Var, int]:
        """Extent of every axis before bounds are known: a split keeps its factor as it is."""
        extents = {axis.var: int(axis.dom.extent) for axis in self.axes if axis.dom is not None}
        for action in self.actions:
            if isinstance(action, Split):
                whole = extents[action.parent.var]
                if action.factor is not None:
                    extents[action.inner.var] = action.factor
                    extents[action.outer.var] = ceil_div(whole, action.factor)
                else:
                    extents[action.outer.var] = action.nparts
                    extents[action.inner.var] = ceil_div(whole, action.nparts)
            elif isinstance(action, Fuse):
                extents[action.fused.var] = extents[action.outer.var] * extents[action.inner.var]
            elif isinstance(action, Singleton):
                extents[action.axis.var] = 1
        return extents

    def relatives(self, axis: tirx.IterVar) -> set[Var]:
        """Axes that share iterations with `axis`: its origins, and all that came from those."""
        return self.derived_from(self.origins_of({axis.var}))

    def origins_of(self, leaves: set[Var]) -> set[Var]:
        """Axes that any of `leaves` came from, those included."""
        origins = set(leaves)
        for action in reversed(self.splits_and_fuses):
            if isinstance(action, Split):
                if action.outer.var in origins or action.inner.var in origins:
                    origins.add(action.parent.var)
            elif action.fused.var in origins:
                origins |= {action.outer.var, action.inner.var}
        return origins

    def derived_from(self, roots: set[Var]) -> set[Var]:
        """Axes that came from any of `roots`, those included."""
        derived = set(roots)
        for action in self.splits_and_fuses:
            if isinstance(action, Split):
                if action.parent.var in derived:
                    derived |= {action.outer.var, action.inner.var}
            elif action.outer.var in derived or action.inner.var in derived:
                derived.add(action.fused.var)
        return derived

    def values_up(
        self, extents: Mapping[Var, int], leaves: Mapping[Var, object]
    ) -> tuple[dict[Var, object], list]:
        """Values of all axes from the leaves', and the conditions of splits that do not divide.

        Axes that no value is known for are left out.
        """
        guards = []
        values = dict(leaves)
        for action in reversed(self.splits_and_fuses):
            if isinstance(action, Split):
                if action.outer.var not in values or action.inner.var not in values:
                    continue
                inner, outer = extents[action.inner.var], extents[action.outer.var]
                value = values[action.outer.var] * inner + values[action.inner.var]
                values[action.parent.var] = value
                if inner * outer > extents[action.parent.var]:
                    guards.append(value < extents[action.parent.var])
            elif action.fused.var in values:
                inner = extents[action.inner.var]
                values[action.outer.var] = tirx.floordiv(values[action.fused.var], inner)
                values[action.inner.var] = tirx.floormod(values[action.fused.var], inner)
        return values, guards

    def values_down(
        self, extents: Mapping[Var, int], roots: Mapping[Var, object]
    ) -> dict[Var, object]:
        """Values of all axes from those of the axes that the stage began with."""
        values = dict(roots)
        for action in self.actions:
            if isinstance(action, Split) and action.parent.var in values:
                inner, whole = extents[action.inner.var], values[action.parent.var]
                values[action.outer.var] = tirx.floordiv(whole, inner)
                values[action.inner.var] = tirx.floormod(whole, inner)
            elif isinstance(action, Fuse) and action.outer.var in values:
                outer, inner = values[action.outer.var], values[action.inner.var]
                values[action.fused.var] = outer * extents[action.inner.var] + inner
            elif isinstance(action, Singleton):
                values[action.axis.var] = tirx.const(0, "int32")
        return values
