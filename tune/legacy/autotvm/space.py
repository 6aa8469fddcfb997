"""What a template defines, and what it is given: spaces of knobs, configs, and their entities.

A template is called with one of three: a `ConfigSpace`, which collects what it defines and gives it
the first entity of each; a `ConfigEntity`, one point of such a space, for which defining does
nothing; or a `FallbackConfigEntity`, which collects and lets the template set entities itself.

Policies and the order of entities follow TVM 0.19's python/tvm/autotvm/task/space.py, so that an
index means what it meant there (in policy 'verbose' factors are sorted, which they were not).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tvm import tirx

from schedules.errors import nearest
from schedules.legacy import te
from schedules.legacy.calls import OldCallError, here, refuse

from ...space import features
from .refusal import names_missing_in

ANNOTATIONS = ("none", "unroll", "vec")
# Annotations that bind the last axes; the axes before them are fused into the next.
BLOCKS = ["blockIdx.z", "blockIdx.y", "blockIdx.x"]
THREADS = ["threadIdx.z", "threadIdx.y", "threadIdx.x"]
BINDINGS = {
    "bind_gpu": {2 * n: [*BLOCKS[-n:], *THREADS[-n:]] for n in (3, 2, 1)},
    "bind_gpu_virtual": {3 * n: [*BLOCKS[-n:], *["vthread"] * n, *THREADS[-n:]] for n in (3, 2, 1)},
}


class InstantiationError(ValueError):
    """A config that a template turned down by `cfg.raise_error`."""


# --- axes -----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class VirtualAxis:
    """An axis of a template by its length; `cfg.axis(...)` makes one."""

    length: int
    name: str
    of: Any = None


@dataclass(frozen=True, eq=False)
class Axis:
    """An axis that a knob makes: the knob's space and the axis' place."""

    space: Any
    index: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Axis) and self.space is other.space and self.index == other.index

    def __hash__(self) -> int:
        return hash((id(self.space), self.index))


def axis_of(given, method: str = "axis") -> VirtualAxis | Axis:
    if isinstance(given, VirtualAxis | Axis):
        return given
    if isinstance(given, tirx.IterVar):
        length = None if given.dom is None else given.dom.extent
        try:
            return VirtualAxis(int(length), str(given.var.name), given)
        except (TypeError, ValueError):
            raise refuse(
                method,
                f"axis {given.var.name} has the length {length}, which is no number",
                "give its length as a number, cfg.axis(64)",
            ) from None
    if isinstance(given, int):
        return VirtualAxis(given, f"axis of {given}")
    raise refuse(method, f"{given!r} is no axis", "give an axis of the stage or its length")


def place(axes: Sequence, wanted, method: str) -> int:
    """Where an axis stands among `axes`."""
    for at, axis in enumerate(axes):
        if axis is wanted or (isinstance(axis, Axis) and axis == wanted):
            return at
        if isinstance(axis, VirtualAxis) and axis.of is not None and axis.of.same_as(wanted):
            return at
    raise refuse(method, f"{wanted!r} is not among the knob's axes", "list the axes it was given")


# --- entities -------------------------------------------------------------------------------------


@dataclass
class SplitEntity:
    """The lengths an axis is cut into, outermost first; -1 for whatever is left."""

    size: list[int]

    def apply(self, sch, op, axis) -> list:
        """Split an axis of a stage; gives the new axes, outermost first."""
        made = []
        for at in range(1, len(self.size)):
            outer, axis = sch[op].split(axis, math.prod(self.size[at:]))
            made.append(outer)
        return [*made, axis]

    def __repr__(self) -> str:
        return str(list(self.size))


@dataclass
class ReorderEntity:
    """An order of axes, as the places they had."""

    perm: Sequence[int]

    def apply(self, sch, op, axes: Sequence) -> list:
        """Reorder axes of a stage; gives them in their new order."""
        ordered = [axes[at] for at in self.perm if at < len(axes)]
        sch[op].reorder(*ordered)
        return ordered

    def __repr__(self) -> str:
        return str(list(self.perm))


@dataclass
class AnnotateEntity:
    """An annotation for each axis; with 'locate_cache' the axes that caches are computed at."""

    anns: Sequence[str | int]

    def apply(
        self, sch, op, axes, axis_lens=None, max_unroll=None, vec_size=None, cfg=None, source=None
    ):
        """Annotate axes of a stage; gives the axes, of which some may be fused.

        Parameters
        ----------
        axis_lens : sequence of int, optional
            The axes' lengths, which `max_unroll` and `vec_size` are held against.
        cfg : config, optional
            What a refused config is told by `raise_error`.
        source : sequence of sequences of tensors, optional
            For 'locate_cache': the tensors to compute at each axis that was chosen.
        """
        if source is not None:
            for tensors, at in zip(source, self.anns, strict=False):
                for tensor in tensors:
                    sch[tensor].compute_at(sch[op], axes[at])
            return axes
        for at, ann in enumerate(self.anns):
            if ann == "none":
                continue
            if ann == "unroll":
                if max_unroll and axis_lens[at] > max_unroll:
                    _told(cfg).raise_error("Too large factor for unrolling")
                sch[op].unroll(axes[at])
            elif ann == "vec":
                if vec_size and axis_lens[at] not in vec_size:
                    _told(cfg).raise_error("Wrong size of lanes in vectorization")
                sch[op].vectorize(axes[at])
            elif ann == "fuse":
                axes[at + 1] = sch[op].fuse(axes[at], axes[at + 1])
            elif ann == "vthread" or ann in BLOCKS + THREADS:
                sch[op].bind(axes[at], te.thread_axis(ann))
            else:
                raise refuse("apply", f"{ann!r} is no annotation", "see docs/legacy.md")
        return axes

    def __repr__(self) -> str:
        return str(list(self.anns))


def _told(cfg):
    if cfg is None:
        raise refuse("apply", "max_unroll and vec_size need cfg", "give cfg=cfg as well")
    return cfg


@dataclass
class OtherOptionEntity:
    """One value of a knob."""

    val: Any

    def __repr__(self) -> str:
        return str(self.val)


# What stands for an entity in a log.
KINDS = {
    "sp": (SplitEntity, "size"),
    "re": (ReorderEntity, "perm"),
    "an": (AnnotateEntity, "anns"),
    "ot": (OtherOptionEntity, "val"),
}


# --- spaces of one knob ---------------------------------------------------------------------------


def factors_of(length: int) -> list[int]:
    low = [one for one in range(1, math.isqrt(length) + 1) if length % one == 0]
    return sorted({*low, *(length // one for one in low)})


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
        """For each entity numbers for a cost model, as many for each."""
        return [features(self._values(entity)) for entity in self.entities]

    def _values(self, entity) -> dict[str, Any]:
        raise NotImplementedError


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
                "define_split",
                "the length of an axis that another knob makes depends on its choice",
                "split the axis of the stage into more parts",
            )
        self.product = axis.length
        if policy == "candidate":
            for size in candidate:
                if len(size) != num_outputs:
                    raise refuse(
                        "define_split",
                        f"candidate {list(size)} has not {num_outputs} parts",
                        "give num_outputs numbers in each",
                    )
            sizes = [list(size) for size in candidate]
        elif policy in SPLIT_POLICIES:
            no_tail = policy == "factors" if no_tail is None else no_tail
            most = [one for one in SPLIT_POLICIES[policy](axis.length) if one <= max_factor]
            sizes = [
                [-1, *reversed(inner)]
                for inner in itertools.product(most, repeat=num_outputs - 1)
                if fits(axis.length, math.prod(inner), no_tail)
            ]
        else:
            raise unknown_policy("define_split", policy, [*SPLIT_POLICIES, "candidate"])
        entities = [SplitEntity(size) for size in sizes]
        if filter is not None:
            entities = [entity for entity in entities if filter(entity)]
        text = f"Split(policy={policy}, product={axis.length}, num_outputs={num_outputs})"
        super().__init__(text, entities, num_outputs)

    def _values(self, entity: SplitEntity) -> dict[str, Any]:
        inner = entity.size[1:]
        return {"size": (max(1, -(-self.product // math.prod(inner))), *inner)}


def fits(length: int, inner: int, no_tail: bool) -> bool:
    """Whether inner parts whose product is `inner` are allowed for an axis."""
    return inner <= length and (length % inner == 0 or not no_tail)


def merged(chains: Sequence[Sequence[int]]) -> list[int]:
    """Chains as one, always from the chain with the most left, the first of equals."""
    left = [list(chain) for chain in chains]
    found = []
    while any(left):
        found.append(max(left, key=len).pop(0))
    return found


REORDER_POLICIES = (
    "identity",
    "all",
    "interval_all",
    "candidate",
    "interleave",
    "interleave_cuda",
)


class ReorderSpace(KnobSpace):
    def __init__(
        self, axes: Sequence, policy: str, interval=None, candidate=(), spatial=(), reduce=()
    ) -> None:
        every = range(len(axes))

        def places(chains) -> list[list[int]]:
            return [[place(axes, one, "define_reorder") for one in chain] for chain in chains]

        if policy == "identity":
            orders = [list(every)]
        elif policy == "all":
            orders = list(itertools.permutations(every))
        elif policy == "interval_all":
            if interval is None:
                raise refuse("define_reorder", "interval is missing", "give interval=(begin, end)")
            begin, end = interval
            orders = [
                [*range(begin), *middle, *range(end, len(axes))]
                for middle in itertools.permutations(range(begin, end))
            ]
        elif policy == "candidate":
            orders = places(candidate)
        elif policy == "interleave":
            outer, inner = places(spatial), places(reduce)
            last = merged([*(chain[-1:] for chain in outer), *inner])
            orders = [merged([chain[:-1] for chain in outer]) + last]
        elif policy == "interleave_cuda":
            outer, inner = places(spatial), places(reduce)
            ends = [chain[-1] for chain in outer]
            orders = [merged([chain[:-1] for chain in outer]) + merged(inner) + ends]
        else:
            raise unknown_policy("define_reorder", policy, REORDER_POLICIES)
        entities = [ReorderEntity(list(order)) for order in orders]
        super().__init__(f"Reorder(policy={policy})", entities, len(axes))

    def _values(self, entity: ReorderEntity) -> dict[str, Any]:
        return {str(at): place for at, place in enumerate(entity.perm)}


class AnnotateSpace(KnobSpace):
    def __init__(self, axes: Sequence, policy: str, num_anchor: int = 1) -> None:
        count = len(axes)
        if policy in BINDINGS:
            ends = next((end for n, end in BINDINGS[policy].items() if count >= n), None)
            if ends is None:
                least = min(BINDINGS[policy])
                raise refuse(
                    "define_annotate",
                    f"{policy!r} binds {least} axes and has {count}",
                    f"give at least {least}",
                )
            found = [["fuse"] * (count - len(ends)) + ends]
        elif policy == "locate_cache":
            found = [list(one) for one in itertools.combinations(range(count), num_anchor)]
        else:
            words = policy.replace("try", "none").split("_")
            if not set(words) <= set(ANNOTATIONS):
                known = ["unroll", "vec", "try_unroll", "try_vec", "try_unroll_vec"]
                raise unknown_policy("define_annotate", policy, [*known, *BINDINGS, "locate_cache"])
            # At most one axis can be a vector.
            found = [
                list(one) for one in itertools.product(words, repeat=count) if one.count("vec") <= 1
            ]
        entities = [AnnotateEntity(one) for one in found]
        super().__init__(f"Annotate(policy={policy})", entities, count)

    def _values(self, entity: AnnotateEntity) -> dict[str, Any]:
        return {str(at): ann for at, ann in enumerate(entity.anns)}


class OtherOptionSpace(KnobSpace):
    def __init__(self, candidate: Sequence[Any]) -> None:
        entities = [OtherOptionEntity(value) for value in candidate]
        super().__init__(f"OtherOption({entities})", entities)

    def _values(self, entity: OtherOptionEntity) -> dict[str, Any]:
        values = [one.val for one in self.entities]
        alike = all(isinstance(one, int | float) for one in values) or all(
            isinstance(one, str) for one in values
        )
        # Of other values only their place can be told.
        return {"val": entity.val if alike else values.index(entity.val)}


def unknown_policy(method: str, policy: str, known: Sequence[str]) -> OldCallError:
    return here(method).error(str(nearest("policy", str(policy), known, listed=True)))


# --- configs --------------------------------------------------------------------------------------


class ConfigSpace:
    """All configs of a template at one shape.

    Attributes
    ----------
    space_map : dict of KnobSpace
        The knobs by name, in the order they were defined.
    """

    _collect = True

    def __init__(self) -> None:
        self.space_map: dict[str, KnobSpace] = {}
        self._entity_map: dict[str, Any] = {}
        self._filter: Callable[[dict[str, Any]], bool] | None = None
        self.errors: list[str] = []
        self.code_hash: str | None = None
        self.flop = 0.0
        self.cost: float | None = None
        self.is_fallback = False

    # --- what a template calls --------------------------------------------------------------------

    @staticmethod
    def axis(var) -> VirtualAxis:
        """An axis by its length, or one of a stage."""
        return axis_of(var)

    reduce_axis = axis

    def define_split(self, name: str, axis, policy: str = "factors", **options) -> list[Axis]:
        """A knob of how an axis is split.

        policy is 'factors', 'power2' (tails may be left), 'verbose' (both) or 'candidate'; options
        are num_outputs, max_factor, filter (of a SplitEntity), no_tail, and candidate.
        """
        if "num_outputs" not in options:
            raise refuse("define_split", "num_outputs is missing", "give num_outputs=2")
        return self._define(
            "define_split", SplitSpace, name, [axis], policy, options, options["num_outputs"]
        )

    def define_reorder(self, name: str, axes: Sequence, policy: str, **options) -> list[Axis]:
        """A knob of the order of axes.

        policy is 'identity', 'all', 'interval_all' (with interval), 'candidate' (with candidate),
        'interleave' or 'interleave_cuda' (with spatial and reduce).
        """
        return self._define("define_reorder", ReorderSpace, name, axes, policy, options, len(axes))

    def define_annotate(self, name: str, axes: Sequence, policy: str, **options) -> list[Axis]:
        """A knob of what is done with axes.

        policy is 'unroll', 'vec', 'try_unroll', 'try_vec', 'try_unroll_vec', 'bind_gpu',
        'bind_gpu_virtual' or 'locate_cache' (with num_anchor).
        """
        return self._define(
            "define_annotate", AnnotateSpace, name, axes, policy, options, len(axes)
        )

    def define_knob(self, name: str, candidate: Sequence[Any]) -> list[Axis]:
        """A knob with a list of values."""
        if self._collects(name):
            self._add(name, OtherOptionSpace(candidate), "define_knob")
        return []

    def multi_filter(self, filter: Callable[[dict[str, Any]], bool]) -> None:
        """Keep the configs whose entities, by name, the predicate holds for."""
        if self._collect:
            self._filter = filter

    def add_flop(self, flop) -> None:
        """State the operations of one run, where they cannot be counted."""
        self.flop += float(getattr(flop, "value", flop))

    def raise_error(self, msg: str) -> None:
        """Turn this config down."""
        self.errors.append(msg)

    def valid(self) -> bool:
        return not self.errors

    def _collects(self, name: str) -> bool:
        return self._collect and not (self.is_fallback and name in self._entity_map)

    def _define(self, method: str, kind, name: str, axes, policy: str, options, outputs: int):
        if not self._collects(name):
            return [Axis(None, at) for at in range(outputs)]
        axes = [axis_of(one, method) for one in axes]
        try:
            made = kind(axes[0] if kind is SplitSpace else axes, policy, **options)
        except TypeError as error:
            # Of a keyword that the policies have no use for.
            raise here(method).error(f"{str(error).partition('() ')[2] or error}") from None
        self._add(name, made, method)
        return [Axis(made, at) for at in range(outputs)]

    def _add(self, name: str, made: KnobSpace, method: str) -> None:
        if not made.entities:
            raise refuse(
                method,
                f"the knob {name!r} has nothing to choose from",
                "loosen its filter or max_factor",
            )
        self.space_map[name] = made
        self._entity_map[name] = made[0]

    # --- points -----------------------------------------------------------------------------------

    @property
    def dims(self) -> list[int]:
        return [len(one) for one in self.space_map.values()]

    @property
    def range_length(self) -> int:
        """Configs before `multi_filter`."""
        return math.prod(self.dims)

    def __len__(self) -> int:
        if self._filter is None:
            return self.range_length
        return sum(map(self.is_index_valid, range(self.range_length)))

    def point2knob(self, point: int) -> list[int]:
        """The place of each knob's entity, for an index; the first knob runs fastest."""
        knobs = []
        for dim in self.dims:
            knobs.append(point % dim)
            point //= dim
        return knobs

    def knob2point(self, knob: Sequence[int]) -> int:
        point = 0
        for at, dim in zip(reversed(knob), reversed(self.dims), strict=True):
            point = point * dim + at
        return point

    def _entities(self, index: int) -> dict[str, Any]:
        places = self.point2knob(index)
        return {
            name: one[at] for (name, one), at in zip(self.space_map.items(), places, strict=True)
        }

    def is_index_valid(self, index: int) -> bool:
        """Whether `multi_filter` keeps a config."""
        return self._filter is None or bool(self._filter(self._entities(index)))

    def get(self, index: int) -> ConfigEntity:
        """The config of an index; raises IndexError where there is none."""
        if not 0 <= index < self.range_length:
            raise IndexError(f"index {index} is not below {self.range_length}")
        if not self.is_index_valid(index):
            raise IndexError(f"multi_filter leaves out index {index}")
        return ConfigEntity(index, self.code_hash, self._entities(index))

    def __iter__(self) -> Iterator[str]:
        return iter(self._entity_map)

    def __getitem__(self, name: str):
        """The entity of a knob that the template is to use."""
        if name not in self._entity_map:
            known = ", ".join(self._entity_map) or "none"
            raise here(f"cfg[{name!r}]").error(f"the config has no such knob (knobs: {known})")
        return self._entity_map[name]

    def __repr__(self) -> str:
        rows = [
            f"  {at:2d} {name}: {one}\n" for at, (name, one) in enumerate(self.space_map.items())
        ]
        head = f"ConfigSpace (len={len(self)}, range_length={self.range_length}, space_map=\n"
        return head + "".join(rows) + ")"


class ConfigEntity(ConfigSpace):
    """One config: an entity for each knob."""

    _collect = False

    def __init__(self, index: int, code_hash: str | None, entity_map: dict[str, Any]) -> None:
        super().__init__()
        self.index = index
        self.code_hash = code_hash
        self._entity_map = entity_map

    def get_other_option(self) -> dict[str, Any]:
        """The values of the knobs made by `define_knob`."""
        return {
            name: one.val
            for name, one in self._entity_map.items()
            if isinstance(one, OtherOptionEntity)
        }

    def to_json_dict(self) -> dict[str, Any]:
        """The config as AutoTVM's log has it."""
        entity = []
        for name, one in self._entity_map.items():
            kind, (_, field) = next(item for item in KINDS.items() if type(one) is item[1][0])
            value = getattr(one, field)
            entity.append([name, kind, value if kind == "ot" else list(value)])
        return {"index": int(self.index), "code_hash": self.code_hash, "entity": entity}

    @staticmethod
    def from_json_dict(json_dict: dict[str, Any]) -> ConfigEntity:
        """The config of a log; raises KeyError, TypeError or ValueError for anything else."""
        entities = {}
        for name, kind, value in json_dict["entity"]:
            entities[str(name)] = KINDS[kind][0](value)
        return ConfigEntity(int(json_dict["index"]), json_dict["code_hash"], entities)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ConfigEntity) and self._entity_map == other._entity_map

    __hash__ = None

    def __repr__(self) -> str:
        return f"{list(self._entity_map.items())},{self.code_hash},{self.index}"


class FallbackConfigEntity(ConfigSpace):
    """What a template gets where no log has its workload: its first entities, or its own."""

    def __init__(self) -> None:
        super().__init__()
        self.is_fallback = True

    def fallback_split(self, name: str, constraints: Sequence[int]) -> None:
        """Split an axis with parts of at most these lengths, -1 for any; innermost ones first."""
        knob = self.space_map.get(name)
        if not isinstance(knob, SplitSpace) or len(constraints) != knob.num_output:
            raise refuse(
                "fallback_split",
                f"{name!r} is no split into {len(constraints)} parts",
                "name a knob that define_split made, with a limit for each part",
            )
        left, size = knob.product, []
        for most in reversed(constraints):
            size.insert(0, max(f for f in factors_of(left) if most == -1 or f <= most))
            left //= size[0]
        self._entity_map[name] = SplitEntity(size)

    def fallback_with_reference_log(self, ref_log) -> None:
        raise refuse(
            "fallback_with_reference_log",
            "TopHub's reference logs are for TOPI's templates",
            "use cfg.fallback_split, or give apply_history_best a log",
        )

    def __setitem__(self, name: str, entity) -> None:
        self._entity_map[name] = entity

    def __repr__(self) -> str:
        return f"{list(self._entity_map.items())},{self.code_hash}"


__getattr__ = names_missing_in("autotvm.task.space")
