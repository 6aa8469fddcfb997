"""Spaces of rungs by name."""

from __future__ import annotations

import math

from schedules.core.ladder import ladder
from schedules.core.target import CPU, Target
from tune.space.template import find, names

ARCHS = ("sm_90", "sm_86")


SHAPES = {3: (1024, 1024, 1024), 2: (4096, 4096)}


def space_of(rung_path: str, shape=None, name: str = ""):
    name = name or next(one.name for one in map(find, names()) if rung_path in one.rungs)
    family, _, rung = rung_path.partition(":")
    found = ladder(family)[rung]
    return find(name).at(found, shape or SHAPES[len(found.workload.shape)], found.lowered_for())


def space_at(size: int):
    rung = ladder("gemm/sgemm_cpu")["parallel"]
    return find("sgemm_cpu").at(rung, (size,) * 3, Target.parse("x86-64-v3", CPU))


def cost(space, point) -> float | None:
    """A time with a ridge and a pocket of failures, in microseconds."""
    values = space.values(point)
    i, j = values["tile_i"], values["tile_j"]
    if i[-1] * j[-1] > 200:
        return None
    return 10 + abs(math.log2(i[-1] * j[-1] / 64)) + abs(math.log2(i[1] / 8)) + math.log2(j[0]) ** 2


def proposals(strategy, space, count: int) -> list:
    found = []
    while len(found) < count and (point := strategy.propose()) is not None:
        found.append(point)
        strategy.observe(point, cost(space, point))
    return found
