"""Configs as points: places of their knobs' entities."""

from __future__ import annotations

import random

from schedules.legacy.calls import refuse

from .space import ConfigSpace

# Of a larger space so many configs at random are looked at.
MOST_POINTS = 50_000

Point = tuple[int, ...]


def points(space: ConfigSpace, seed: int, within: tuple[int, int] | None = None) -> list[Point]:
    """The configs as places of their knobs' entities: all of them, or MOST_POINTS at random.

    `within` is the first and the last index that count.
    """
    every = indices(space, within)
    chosen = every
    if len(every) > MOST_POINTS:
        chosen = random.Random(seed).sample(every, MOST_POINTS)
    valid = [tuple(space.point2knob(at)) for at in chosen if space.is_index_valid(at)]
    if not valid:
        raise refuse("tuner", "multi_filter leaves no config", "loosen it")
    return valid


def indices(space: ConfigSpace, within: tuple[int, int] | None) -> range:
    first, last = within or (0, space.range_length - 1)
    if not 0 <= first <= last < space.range_length:
        raise refuse(
            "range_idx",
            f"({first}, {last}) is not within 0 and {space.range_length - 1}",
            "give the first and the last index",
        )
    return range(first, last + 1)
