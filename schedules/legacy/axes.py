"""Extents and values of a stage's axes, from its splits and fuses (TVM 0.19's message passing)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import tvm
from tvm import tirx

from .calls import OldCall
from .dataflow import DATA_PARALLEL, both

if TYPE_CHECKING:
    from .stage import Stage

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


@dataclass(frozen=True)
class Fuse:
    outer: tirx.IterVar
    inner: tirx.IterVar
    fused: tirx.IterVar
    call: OldCall


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


def extents_of(stage: Stage) -> dict[Var, int]:
    """Extent of every axis before bounds are known: a split keeps its factor as it is."""
    extents = {axis.var: int(axis.dom.extent) for axis in stage.axes if axis.dom is not None}
    for action in stage.actions:
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


def relatives(stage: Stage, axis: tirx.IterVar) -> set[Var]:
    """Axes that share iterations with `axis`: those it came from, and all that came from them."""
    return derived_from(stage, origins_of(stage, {axis.var}))


def origins_of(stage: Stage, leaves: set[Var]) -> set[Var]:
    """Axes that any of `leaves` came from, those included."""
    found = set(leaves)
    for action in reversed(stage.splits_and_fuses):
        if isinstance(action, Split):
            if action.outer.var in found or action.inner.var in found:
                found.add(action.parent.var)
        elif action.fused.var in found:
            found |= {action.outer.var, action.inner.var}
    return found


def derived_from(stage: Stage, roots: set[Var]) -> set[Var]:
    """Axes that came from any of `roots`, those included."""
    found = set(roots)
    for action in stage.splits_and_fuses:
        if isinstance(action, Split):
            if action.parent.var in found:
                found |= {action.outer.var, action.inner.var}
        elif action.outer.var in found or action.inner.var in found:
            found.add(action.fused.var)
    return found


def values_up(
    stage: Stage, extents: Mapping[Var, int], values: dict[Var, object]
) -> tuple[dict[Var, object], list]:
    """Values of all axes from those of the leaves, and the conditions of splits that do not divide.

    Axes that no value is known for are left out.
    """
    guards = []
    values = dict(values)
    for action in reversed(stage.splits_and_fuses):
        if isinstance(action, Split):
            if action.outer.var not in values or action.inner.var not in values:
                continue
            inner, outer = extents[action.inner.var], extents[action.outer.var]
            value = values[action.outer.var] * inner + values[action.inner.var]
            values[action.parent.var] = value
            if inner * outer > extents[action.parent.var]:
                guards.append(value < extents[action.parent.var])
        elif isinstance(action, Fuse) and action.fused.var in values:
            inner = extents[action.inner.var]
            values[action.outer.var] = tirx.floordiv(values[action.fused.var], inner)
            values[action.inner.var] = tirx.floormod(values[action.fused.var], inner)
    return values, guards


class Relayout:
    """A stage's result laid out in the order of its leaf axes, for cache_write after a split."""

    def __init__(self, stage: Stage, reduced: set[Var], call: OldCall) -> None:
        self.stage = stage
        self.call = call
        self.extents = extents_of(stage)
        below = derived_from(stage, reduced)
        untouched = {axis.var for axis in stage.op.axis}
        spatial = derived_from(stage, untouched)
        if below & spatial:
            raise call.error("axes that are reduced and others were fused before cache_write")
        self.leaves = [leaf for leaf in stage.leaves if leaf.var not in below]
        if any(_first(one) in below for one in stage.splits_and_fuses):
            raise call.error(
                "a reduction axis was split or fused before cache_write, which forgets it; "
                "call cache_write first"
            )
        self._guards: list = []

    def new_axes(self) -> tuple[list[tirx.IterVar], dict[Var, object]]:
        """The new stage's axes, and the old axes' values over them."""
        axes = [
            tirx.IterVar(
                tvm.ir.Range(0, self.extents[leaf.var]), f"{leaf.var.name}.c", DATA_PARALLEL
            )
            for leaf in self.leaves
        ]
        leaf_values = {leaf.var: axis.var for leaf, axis in zip(self.leaves, axes, strict=True)}
        values, self._guards = values_up(self.stage, self.extents, leaf_values)
        return axes, {axis.var: values[axis.var] for axis in self.stage.op.axis}

    def guarded(self, expr):
        """`expr` where the padded iterations of splits that do not divide are harmless."""
        if not self._guards:
            return expr
        if isinstance(expr, tirx.Reduce):
            conditions = both([*self._guards, expr.condition])
            return tirx.Reduce(
                expr.combiner,
                list(expr.source),
                list(expr.axis),
                conditions,
                int(expr.value_index),
                list(expr.init),
            )
        zero = tirx.const(0, expr.ty.dtype if hasattr(expr.ty, "dtype") else "float32")
        return tirx.if_then_else(both(self._guards), expr, zero)

    def old_to_new(self) -> list:
        """Index of the new stage's element for each of the old one's axes."""
        values: dict[Var, object] = {axis.var: axis.var for axis in self.stage.op.axis}
        for action in self.stage.actions:
            if isinstance(action, Split) and action.parent.var in values:
                inner = self.extents[action.inner.var]
                whole = values[action.parent.var]
                values[action.outer.var] = tirx.floordiv(whole, inner)
                values[action.inner.var] = tirx.floormod(whole, inner)
            elif isinstance(action, Fuse) and action.outer.var in values:
                inner = self.extents[action.inner.var]
                values[action.fused.var] = (
                    values[action.outer.var] * inner + values[action.inner.var]
                )
            elif isinstance(action, Singleton):
                values[action.axis.var] = tirx.const(0, "int32")
        return [values[leaf.var] for leaf in self.leaves]


def _first(action) -> Var:
    return action.parent.var if isinstance(action, Split) else action.outer.var
