"""The spaces of the documents' own kernels: what is in them computes what it should."""

from __future__ import annotations

import random

import pytest
from tune_spaces import space_of

from schedules.analyses.verification.serial import check_serial, serial
from schedules.core.ladder import ladder
from schedules.lowering.lower import lower
from tune.jobs import load
from tune.space.template import find

# Job -> a small shape at which candidates of its space are run on the CPU.
JOBS = {
    "vectorized_read_h200": (256, 256, 64),
    "vthread_h200": (256, 256, 64),
    "conflict_free_h200": (256, 256, 64),
    "double_buffer_h200": (256, 256, 64),
    "no_i3_split_h200": (64, 256, 64),
    "hgemv_h200": (128, 128),
    "block_reduce_h200": (64, 4096),
    "int4_h200": (64, 4096),
}


def space_at(job: str, shape):
    loaded = load(job)
    family, _, rung = loaded.workload.partition(":")
    found = ladder(family)[rung]
    return find(loaded.space).at(found, shape, found.lowered_for())


@pytest.mark.exhaustive
@pytest.mark.parametrize("job", JOBS)
def test_candidates_compute_the_workload(job):
    space = space_at(job, JOBS[job])
    for point in random.Random(1).sample(space.points, 2):
        plain = serial(space.schedule(point).mod)
        for found in check_serial(plain, space.workload, space.rung.build):
            assert found.error <= 1, f"{found.inputs} at {space.values(point)}: {found.message}"


def test_build_options_of_a_tile_reach_its_kernel():
    space = space_of("gemm/sgemm_geforce:no_i3_split")
    found = {}
    for spare in (0, 4096):
        for cap in (0, 168):
            values = {"block_k": 16, "extra_shared": spare, "max_registers": cap}
            lowered = lower(space.schedule(space.point(values)).mod, space.rung.build, space.target)
            assert ("__maxnreg__(168)" in lowered.source) == bool(cap)
            found[spare, cap] = lowered.launches[0].static_shared
    slices = 4 * 16 * (64 + 256)
    assert found == {(spare, cap): slices + spare for spare in (0, 4096) for cap in (0, 168)}
