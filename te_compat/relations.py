"""The contents of `Stage.relations` and `Stage.iter_var_attrs`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

from tvm import tirx

from .axes import Action, Attributes

if TYPE_CHECKING:
    from .stage import Stage


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


def axis_attributes(said: Attributes, own_type: int) -> SimpleNamespace:
    """The attributes of an axis in `Stage.iter_var_attrs`."""
    kind = _KINDS[said.kind[0]] if said.kind else own_type
    factor, offset, *_ = said.align or (0, 0)
    names = [SimpleNamespace(value=name) for name, _, _ in said.pragmas]
    return SimpleNamespace(
        iter_type=tirx.IterVar.Tensorized if said.intrinsic else kind,
        tensor_intrin=said.intrinsic[0] if said.intrinsic else None,
        bind_thread=said.thread[0] if said.thread else None,
        dim_align_factor=factor,
        dim_align_offset=offset,
        pragmas=names,
        pragma_keys=names,
        pragma_values=[value for _, value, _ in said.pragmas],
    )


class AxisMap(dict):
    """A map by axes, which Python cannot hash: by their variables."""

    def __getitem__(self, axis):
        return super().__getitem__(getattr(axis, "var", axis))

    def __contains__(self, axis) -> bool:
        return super().__contains__(getattr(axis, "var", axis))


def attribute_map(stage: Stage) -> AxisMap:
    """`Stage.iter_var_attrs`."""
    return AxisMap(
        {
            axis.var: axis_attributes(stage.of(axis), axis.iter_type)
            for axis in stage.axes
            if axis.var in stage.attributes
        }
    )
