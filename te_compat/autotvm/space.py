"""The argument of a template: a space of knobs, or a config.

A template is called with one of three objects: a `ConfigSpace`, which collects the knobs that the
template defines and returns the first entity of each; a `ConfigEntity`, one point of such a space,
which ignores definitions; or a `FallbackConfigEntity`, which collects them and lets the template
set entities itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from te_compat.calls import refuse

from .knob import (
    KINDS,
    AnnotateSpace,
    Axis,
    KnobSpace,
    OtherOptionEntity,
    OtherOptionSpace,
    ReorderSpace,
    SplitEntity,
    SplitSpace,
    VirtualAxis,
    axis_of,
    factors_of,
)

# Index of each knob's entity.
Point = tuple[int, ...]


class InstantiationError(ValueError):
    """A config that a template refused by `cfg.raise_error`."""


class ConfigSpace:
    """All configs of a template at one shape.

    Attributes
    ----------
    space_map : dict of KnobSpace
        The knobs by name, in the order they were defined.
    """

    is_fallback = False
    code_hash: str | None = None
    cost: float | None = None

    def __init__(self) -> None:
        self.space_map: dict[str, KnobSpace] = {}
        self._entity_map: dict[str, Any] = {}
        self._filter: Callable[[dict[str, Any]], bool] | None = None
        self.errors: list[str] = []
        self.flop = 0.0

    # --- Called by templates ----------------------------------------------------------------------

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
            raise refuse("num_outputs is missing; pass num_outputs=2")
        return self._define(name, options["num_outputs"], SplitSpace, axis, policy, **options)

    def define_reorder(self, name: str, axes: Sequence, policy: str, **options) -> list[Axis]:
        """A knob of the order of axes.

        policy is 'identity', 'all', 'interval_all' (with interval), 'candidate' (with candidate),
        'interleave' or 'interleave_cuda' (with spatial and reduce).
        """
        return self._define(name, len(axes), ReorderSpace, axes, policy, **options)

    def define_annotate(self, name: str, axes: Sequence, policy: str, **options) -> list[Axis]:
        """A knob of how axes are annotated.

        policy is 'unroll', 'vec', 'try_unroll', 'try_vec', 'try_unroll_vec', 'bind_gpu',
        'bind_gpu_virtual' or 'locate_cache' (with num_anchor).
        """
        return self._define(name, len(axes), AnnotateSpace, axes, policy, **options)

    def define_knob(self, name: str, candidate: Sequence[Any]) -> list[Axis]:
        """A knob with a list of values."""
        return self._define(name, 0, OtherOptionSpace, candidate)

    def multi_filter(self, filter: Callable[[dict[str, Any]], bool]) -> None:
        """Keep the configs for whose entities, by name, the predicate is true."""
        self._filter = filter

    def add_flop(self, flop) -> None:
        """Set the number of operations of one run, if they cannot be counted."""
        self.flop += float(getattr(flop, "value", flop))

    def raise_error(self, msg: str) -> None:
        """Refuse this config."""
        self.errors.append(msg)

    def valid(self) -> bool:
        return not self.errors

    def _collects(self, name: str) -> bool:
        """Whether defining a knob has an effect."""
        return True

    def _define(self, name: str, outputs: int, kind, given, *policy, **options) -> list[Axis]:
        made = None
        if self._collects(name):
            if kind is SplitSpace:
                given = axis_of(given)
            elif kind is not OtherOptionSpace:
                given = list(map(axis_of, given))
            try:
                made = kind(given, *policy, **options)
            except TypeError as error:
                # A keyword that the policies do not use.
                text = str(error).partition("() ")[2] or str(error)
                raise refuse(f"{text}; pass the arguments that docs/legacy.md lists") from None
            if not made.entities:
                raise refuse(f"the knob {name!r} has no values; relax its filter or max_factor")
            self.space_map[name] = made
            self._entity_map[name] = made[0]
        return [Axis(made, number) for number in range(outputs)]

    # --- Points -----------------------------------------------------------------------------------

    @property
    def dims(self) -> list[int]:
        return [len(knob) for knob in self.space_map.values()]

    @property
    def range_length(self) -> int:
        """Number of configs before `multi_filter`."""
        return math.prod(self.dims)

    def __len__(self) -> int:
        if self._filter is None:
            return self.range_length
        return sum(map(self.is_index_valid, range(self.range_length)))

    def point2knob(self, point: int) -> list[int]:
        """The index of each knob's entity, for an index of the space; the first knob varies
        fastest."""
        knobs = []
        for dim in self.dims:
            knobs.append(point % dim)
            point //= dim
        return knobs

    def knob2point(self, knob: Sequence[int]) -> int:
        point = 0
        for choice, dim in zip(reversed(knob), reversed(self.dims), strict=True):
            point = point * dim + choice
        return point

    def _entities(self, index: int) -> dict[str, Any]:
        places = self.point2knob(index)
        return {
            name: knob[choice]
            for (name, knob), choice in zip(self.space_map.items(), places, strict=True)
        }

    def is_index_valid(self, index: int) -> bool:
        """Whether `multi_filter` keeps a config."""
        return self._filter is None or bool(self._filter(self._entities(index)))

    def get(self, index: int) -> ConfigEntity:
        """The config of an index; raises IndexError if there is none."""
        if not 0 <= index < self.range_length:
            raise IndexError(f"index {index} is not below {self.range_length}")
        if not self.is_index_valid(index):
            raise IndexError(f"multi_filter excludes index {index}")
        return ConfigEntity(index, self.code_hash, self._entities(index))

    def __iter__(self) -> Iterator[str]:
        return iter(self._entity_map)

    def __getitem__(self, name: str):
        """The entity of a knob for the template to use."""
        if name not in self._entity_map:
            known = ", ".join(self._entity_map) or "a knob that the template defines"
            raise refuse(f"the config has no such knob; use {known}", f"cfg[{name!r}]")
        return self._entity_map[name]

    def __repr__(self) -> str:
        rows = [
            f"  {number:2d} {name}: {knob}\n"
            for number, (name, knob) in enumerate(self.space_map.items())
        ]
        head = f"ConfigSpace (len={len(self)}, range_length={self.range_length}, space_map=\n"
        return head + "".join(rows) + ")"


class ConfigEntity(ConfigSpace):
    """One config: an entity for each knob."""

    def __init__(self, index: int, code_hash: str | None, entity_map: dict[str, Any]) -> None:
        super().__init__()
        self.index = index
        self.code_hash = code_hash
        self._entity_map = entity_map

    def _collects(self, name: str) -> bool:
        return False

    def get_other_option(self) -> dict[str, Any]:
        """The values of the knobs made by `define_knob`."""
        return {
            name: entity.val
            for name, entity in self._entity_map.items()
            if isinstance(entity, OtherOptionEntity)
        }

    def to_json_dict(self) -> dict[str, Any]:
        """The config as in AutoTVM's log."""
        words = {kind: word for word, kind in KINDS.items()}
        entities = [
            [name, words[type(entity)], *vars(entity).values()]
            for name, entity in self._entity_map.items()
        ]
        return {"index": int(self.index), "code_hash": self.code_hash, "entity": entities}

    @staticmethod
    def from_json_dict(json_dict: dict[str, Any]) -> ConfigEntity:
        """The config of a log; raises KeyError, TypeError or ValueError for anything else."""
        entities = {str(name): KINDS[kind](value) for name, kind, value in json_dict["entity"]}
        return ConfigEntity(int(json_dict["index"]), json_dict["code_hash"], entities)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ConfigEntity) and self._entity_map == other._entity_map

    __hash__ = None

    def __repr__(self) -> str:
        return f"{list(self._entity_map.items())},{self.code_hash},{self.index}"


class FallbackConfigEntity(ConfigSpace):
    """The config of a template if no log has its workload: its first entities, or those it sets."""

    is_fallback = True

    def _collects(self, name: str) -> bool:
        """Entities that the template has set before defining the knob are kept."""
        return name not in self._entity_map

    def fallback_split(self, name: str, constraints: Sequence[int]) -> None:
        """Split an axis with parts of at most these lengths, -1 for any; innermost ones first."""
        knob = self.space_map.get(name)
        if not isinstance(knob, SplitSpace) or len(constraints) != knob.num_output:
            raise refuse(
                f"{name!r} is not a split into {len(constraints)} parts; name a knob of "
                "define_split, with a limit for each part"
            )
        left, size = knob.product, []
        for most in reversed(constraints):
            size.insert(0, max(f for f in factors_of(left) if most == -1 or f <= most))
            left //= size[0]
        self._entity_map[name] = SplitEntity(size)

    def fallback_with_reference_log(self, ref_log) -> None:
        raise refuse(
            "TopHub's reference logs are for TOPI's templates; use cfg.fallback_split, or pass a "
            "log to apply_history_best"
        )

    def __setitem__(self, name: str, entity) -> None:
        self._entity_map[name] = entity

    def __repr__(self) -> str:
        return f"{list(self._entity_map.items())},{self.code_hash}"
