"""The value of a knob in a config: an entity, which a template applies to its stages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from te_compat import te
from te_compat.calls import refuse

BLOCKS = ["blockIdx.z", "blockIdx.y", "blockIdx.x"]
THREADS = ["threadIdx.z", "threadIdx.y", "threadIdx.x"]


class _Sequence:
    """An entity with one field, a sequence."""

    def values(self) -> list:
        return list(*vars(self).values())

    def __repr__(self) -> str:
        return str(self.values())


@dataclass(repr=False)
class SplitEntity(_Sequence):
    """The lengths into which an axis is split, outermost first; -1 for the remaining factor."""

    size: list[int]

    def apply(self, sch, op, axis) -> list:
        """Split an axis of a stage; returns the new axes, outermost first."""
        made = []
        for part in range(1, len(self.size)):
            outer, axis = sch[op].split(axis, math.prod(self.size[part:]))
            made.append(outer)
        return [*made, axis]


@dataclass(repr=False)
class ReorderEntity(_Sequence):
    """An order of axes, as their previous positions."""

    perm: Sequence[int]

    def apply(self, sch, op, axes: Sequence) -> list:
        """Reorder axes of a stage; returns them in their new order."""
        ordered = [axes[number] for number in self.perm if number < len(axes)]
        sch[op].reorder(*ordered)
        return ordered


@dataclass(repr=False)
class AnnotateEntity(_Sequence):
    """An annotation for each axis; with 'locate_cache' the axes that caches are computed at."""

    anns: Sequence[str | int]

    def apply(
        self, sch, op, axes, axis_lens=None, max_unroll=None, vec_size=None, cfg=None, source=None
    ):
        """Annotate axes of a stage; returns the axes, some of which may be fused.

        Parameters
        ----------
        axis_lens : sequence of int, optional
            The axes' lengths, which `max_unroll` and `vec_size` are compared with.
        cfg : config, optional
            Receives `raise_error` if it is refused.
        source : sequence of sequences of tensors, optional
            For 'locate_cache': the tensors to compute at each selected axis.
        """
        if source is not None:
            for tensors, axis in zip(source, self.anns, strict=False):
                for tensor in tensors:
                    sch[tensor].compute_at(sch[op], axes[axis])
            return axes
        for axis, ann in enumerate(self.anns):
            if ann == "none":
                continue
            if ann == "unroll":
                if max_unroll and axis_lens[axis] > max_unroll:
                    _turn_down(cfg, "Too large factor for unrolling")
                sch[op].unroll(axes[axis])
            elif ann == "vec":
                if vec_size and axis_lens[axis] not in vec_size:
                    _turn_down(cfg, "Wrong size of lanes in vectorization")
                sch[op].vectorize(axes[axis])
            elif ann == "fuse":
                axes[axis + 1] = sch[op].fuse(axes[axis], axes[axis + 1])
            elif ann == "vthread" or ann in BLOCKS + THREADS:
                sch[op].bind(axes[axis], te.thread_axis(ann))
            else:
                raise refuse(
                    f"{ann!r} is not an annotation; use none, unroll, vec, fuse or a thread axis"
                )
        return axes


def _turn_down(cfg, reason: str) -> None:
    if cfg is None:
        raise refuse("max_unroll and vec_size need cfg; pass cfg=cfg as well")
    cfg.raise_error(reason)


@dataclass
class OtherOptionEntity:
    """One value of a knob."""

    val: Any

    def __repr__(self) -> str:
        return str(self.val)


# Name of an entity's kind in a log.
KINDS = {"sp": SplitEntity, "re": ReorderEntity, "an": AnnotateEntity, "ot": OtherOptionEntity}
