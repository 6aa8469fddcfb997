"""Candidates: numbers for a cost model, and hashes."""

from __future__ import annotations

from tune_spaces import space_of

from schedules.core.catalog import ladder
from tune.space.base import features, pairs, schedule_hash


def test_features_and_pairs_take_splits_apart():
    assert dict(pairs({"t": (4, 8), "u": 2})) == {"t[0]": 4, "t[1]": 8, "u": 2}
    # Of a split of three: each factor, and what the inner two cover.
    assert features({"t": (4, 8, 2)}) == [2.0, 3.0, 1.0, 4.0]


def test_the_hash_tells_schedules_and_builds_apart():
    space = space_of("gemm/sgemm_cpu:parallel", (64, 64, 64))
    one, other = (space.schedule(point) for point in space.points[:2])
    rung = space.rung
    assert schedule_hash(one.mod, rung) != schedule_hash(other.mod, rung)
    again = space_of("gemm/sgemm_cpu:parallel", (64, 64, 64)).schedule(space.points[0])
    assert schedule_hash(one.mod, rung) == schedule_hash(again.mod, rung)
    built = ladder("gemm/sgemm_tvm")["cp_async"]
    assert schedule_hash(one.mod, rung) != schedule_hash(one.mod, built)
