"""Knobs of a template: the possible entities, by AutoTVM's policies, which the template applies.

Policies and the order of entities follow TVM 0.19's python/tvm/autotvm/task/space.py, so that an
index has the same meaning (except that factors are sorted in policy 'verbose').
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tvm import tirx

from gpusim.errors import nearest
from te_compat import te
from te_compat.calls import OldCallError, refuse
from te_compat.tensor import is_number
from tune.space.base import features

BLOCKS = ["blockIdx.z", "blockIdx.y", "blockIdx.x"]
THREADS = ["threadIdx.z", "threadIdx.y", "threadIdx.x"]
ANNOTATIONS = ("none", "unroll", "vec")
# Annotations that bind the last axes; the axes before them are fused into the next.
BINDINGS = {
    "bind_gpu": {2 * n: [*BLOCKS[-n:], *THREADS[-n:]] for n in (3, 2, 1)},
    "bind_gpu_virtual": {3 * n: [*BLOCKS[-n:], *["vthread"] * n, *THREADS[-n:]] for n in (3, 2, 1)},
}


# --- Axes -----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class VirtualAxis:
    """An axis of a template by its length; `cfg.axis(...)` makes one."""

    length: int
    name: str
    of: Any = None


@dataclass(frozen=True)
class Axis:
    """An axis that a knob creates: the knob's space and the axis' position."""

    space: Any
    index: int


def axis_of(given) -> VirtualAxis | Axis:
    if isinstance(given, VirtualAxis | Axis):
        return given
    if isinstance(given, int):
        return VirtualAxis(given, f"axis of {given}")
    if not isinstance(given, tirx.IterVar):
        raise refuse(f"{given!r} is not an axis; pass an axis of the stage or its length")
    length = None if given.dom is None else given.dom.extent
    if not is_number(length):
        raise refuse(
            f"axis {given.var.name} has the length {length}, which is not a number; pass the "
            "length as a number, as in cfg.axis(64)"
        )
    return VirtualAxis(int(length), str(given.var.name), given)


def place(axes: Sequence, wanted) -> int:
    """The position of an axis among `axes`."""
    for number, axis in enumerate(axes):
        if axis is wanted or (isinstance(axis, Axis) and axis == wanted):
            return number
        if isinstance(axis, VirtualAxis) and axis.of is not None and axis.of.same_as(wanted):
            return number
    raise refuse(f"{wanted!r} is not an axis of the knob; list the axes that it was given")


# --- Spaces ---------------------------------------------------------------------------------------


def factors_of(length: int) -> list[int]:
    low = [factor for factor in range(1, math.isqrt(length) + 1) if length % factor == 0]
    return sorted({*low, *(length // factor for factor in low)})


def powers_of_two(most: int) -> list[int]:
    return [1 << power for power in range(most.bit_length())]


class KnobSpace:
    """The entities of one knob."""

    def __init__(self, text: str, entities: Sequence, outputs: int = 0) -> None:
        self.text = text
        self.entities = list(entities)
        self.num_output = outputs

    def __len__(self) -> int:
        return len(self.entities)

    def __getitem__(self, index: int):
        return self.entities[index]

    def __repr__(self) -> str:
        return f"{self.text} len={len(self)}"

    def features(self) -> list[list[float]]:
        """Numbers of each entity for a cost model, equally many for each."""
        return [features(self._values(entity)) for entity in self.entities]

    def _values(self, entity) -> dict[str, Any]:
        return {str(number): value for number, value in enumerate(entity.values())}


SPLIT_POLICIES = {
    "factors": factors_of,
    "power2": powers_of_two,
    "verbose": lambda length: sorted({*factors_of(length), *powers_of_two(length)}),
}


class SplitSpace(KnobSpace):
    def __init__(
        self,
        axis: VirtualAxis,
        policy: str,
        num_outputs: int,
        max_factor: int = 1 << 31,
        filter: Callable[[SplitEntity], bool] | None = None,
        no_tail: bool | None = None,
        candidate: Sequence[Sequence[int]] = (),
    ) -> None:
        if not isinstance(axis, VirtualAxis):
            raise refuse(
                "an axis that another knob made cannot be split, because its length depends on the "
                "value of that knob; split the axis of the stage into more parts instead"
            )
        self.product = axis.length
        if policy == "candidate":
            sizes = list(map(list, candidate))
            for size in sizes:
                if len(size) != num_outputs:
                    raise refuse(
                        f"candidate {size} does not have {num_outputs} parts; write num_outputs "
                        "numbers in each"
                    )
        elif policy in SPLIT_POLICIES:
            no_tail = policy == "factors" if no_tail is None else no_tail
            factors = [most for most in SPLIT_POLICIES[policy](axis.length) if most <= max_factor]
            sizes = [
                [-1, *reversed(inner)]
                for inner in itertools.product(factors, repeat=num_outputs - 1)
                if math.prod(inner) <= axis.length
                and not (no_tail and axis.length % math.prod(inner))
            ]
        else:
            raise unknown_policy(policy, [*SPLIT_POLICIES, "candidate"])
        entities = [each for each in map(SplitEntity, sizes) if filter is None or filter(each)]
        text = f"Split(policy={policy}, product={axis.length}, num_outputs={num_outputs})"
        super().__init__(text, entities, num_outputs)

    def _values(self, entity: SplitEntity) -> dict[str, Any]:
        inner = entity.size[1:]
        return {"size": (max(1, -(-self.product // math.prod(inner))), *inner)}


def merged(chains: Sequence[Sequence[int]]) -> list[int]:
    """Merge chains into one, always taking from the chain with the most left, the first of
    equals."""
    left = [list(chain) for chain in chains]
    chain = []
    while any(left):
        chain.append(max(left, key=len).pop(0))
    return chain


class ReorderSpace(KnobSpace):
    def __init__(
        self, axes: Sequence, policy: str, interval=None, candidate=(), spatial=(), reduce=()
    ) -> None:
        known = ("identity", "all", "interval_all", "candidate", "interleave", "interleave_cuda")
        every = range(len(axes))

        def places(chains) -> list[list[int]]:
            return [[place(axes, axis) for axis in chain] for chain in chains]

        if policy == "identity":
            orders = [every]
        elif policy == "all":
            orders = itertools.permutations(every)
        elif policy == "interval_all":
            if interval is None:
                raise refuse("interval is missing; pass interval=(begin, end)")
            begin, end = interval
            orders = [
                [*range(begin), *middle, *range(end, len(axes))]
                for middle in itertools.permutations(range(begin, end))
            ]
        elif policy == "candidate":
            orders = places(candidate)
        elif policy in ("interleave", "interleave_cuda"):
            outer, inner = places(spatial), places(reduce)
            heads, ends = [chain[:-1] for chain in outer], [chain[-1:] for chain in outer]
            if policy == "interleave":
                last = merged([*ends, *inner])
            else:
                last = [*merged(inner), *itertools.chain(*ends)]
            orders = [merged(heads) + last]
        else:
            raise unknown_policy(policy, known)
        entities = [ReorderEntity(list(order)) for order in orders]
        super().__init__(f"Reorder(policy={policy})", entities, len(axes))


class AnnotateSpace(KnobSpace):
    def __init__(self, axes: Sequence, policy: str, num_anchor: int = 1) -> None:
        count = len(axes)
        if policy in BINDINGS:
            ends = next((end for n, end in BINDINGS[policy].items() if count >= n), None)
            if ends is None:
                least = min(BINDINGS[policy])
                raise refuse(
                    f"{policy!r} needs at least {least} axes and has {count}; pass more axes"
                )
            annotations = [["fuse"] * (count - len(ends)) + ends]
        elif policy == "locate_cache":
            annotations = itertools.combinations(range(count), num_anchor)
        else:
            words = policy.replace("try", "none").split("_")
            if not set(words) <= set(ANNOTATIONS):
                known = ["unroll", "vec", "try_unroll", "try_vec", "try_unroll_vec"]
                raise unknown_policy(policy, [*known, *BINDINGS, "locate_cache"])
            # At most one axis can be vectorized.
            every = itertools.product(words, repeat=count)
            annotations = [each for each in every if each.count("vec") <= 1]
        entities = [AnnotateEntity(list(each)) for each in annotations]
        super().__init__(f"Annotate(policy={policy})", entities, count)


class OtherOptionSpace(KnobSpace):
    def __init__(self, candidate: Sequence[Any]) -> None:
        entities = list(map(OtherOptionEntity, candidate))
        super().__init__(f"OtherOption({entities})", entities)

    def _values(self, entity: OtherOptionEntity) -> dict[str, Any]:
        values = [entity.val for entity in self.entities]
        alike = any(all(isinstance(value, kind) for value in values) for kind in (int | float, str))
        # Of other values only the position is known.
        return {"val": entity.val if alike else values.index(entity.val)}


def unknown_policy(policy: str, known: Sequence[str]) -> OldCallError:
    return refuse(f"{nearest('policy', str(policy), known, listed=True)}; use one of these")


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
