"""Pictures of a launch: which thread computes which element."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler
from tvm import s_tir, te

from schedules.analyses.verification.simulated import simulate
from schedules.core.kernel import last_kernel
from schedules.core.ladder import ladders
from schedules.core.target import DEFAULT_GPU
from schedules.explorer.picture import picture
from schedules.lowering.lower import Launch

SGEMM = ladders()["gemm/sgemm_tvm"]


@needs_compiler
@pytest.mark.parametrize("rung", ["naive", "block_tile", "vthread", "warp_tile"])
def test_a_pictures_owner_is_the_thread_that_writes_the_element(rung):
    """In the simulator, element by element."""
    workload = SGEMM[rung].at((128, 128, 16))
    kernel = last_kernel(SGEMM[rung], workload, DEFAULT_GPU)
    found = picture(kernel.step.mod, kernel.launches)
    inputs = workload.inputs(np.random.default_rng(0))
    device = simulate(kernel, inputs).device
    x, y, _ = kernel.launches[0].block
    rows, columns = found["tile"]
    for number, element in zip(found["owner"], np.ndindex(rows, columns), strict=True):
        wrote = device.writer_of("C", element[0] * 128 + element[1])
        assert wrote == ((0, 0, 0), (number % x, number // x % y, number // (x * y)))


def test_every_kernel_on_a_gpu_has_a_picture_that_every_thread_is_in():
    for ladder in ladders().values():
        if ladder.target != "cuda":
            continue
        rung = list(ladder.rungs.values())[0]
        kernel = last_kernel(rung, rung.at(), DEFAULT_GPU)
        found = picture(kernel.step.mod, kernel.launches)
        assert min(found["owner"]) >= 0, rung.path


def staged(*, transposed: bool) -> dict:
    """B[i, j] = 2 A[i, j] of 32 x 32 by 32 x 4 threads: thread (j, i % 4) computes an element into
    shared memory, whose rows or columns are then those of B, and (i, j % 4) carries it on."""
    a = te.placeholder((32, 32), "float32", name="A")
    b = te.compute((32, 32), lambda i, j: a[i, j] * 2, name="B")
    sch = s_tir.Schedule(te.create_prim_func([a, b]))
    copy = sch.cache_write("B", 0, "shared")
    computed, stored = sch.get_loops("B"), sch.get_loops(copy)
    if transposed:
        sch.transform_layout("B", ("write", 0), lambda i, j: (j, i))
    for (slow, fast), block in ((computed, "B"), (stored[::-1], copy)):
        _, ty = sch.split(slow, [None, 4])
        sch.bind(ty, "threadIdx.y")
        sch.bind(fast, "threadIdx.x")
        sch.bind(sch.add_unit_loop(sch.get_loops(block)[0]), "blockIdx.x")
    return picture(sch.mod, [Launch("main_kernel", (1, 1, 1), (32, 4, 1), 0, 0)])


def test_a_picture_shows_who_computes_what_another_thread_stores():
    found = staged(transposed=False)
    assert (found["who"], found["output"]) == ("computes", "B")
    assert found["owner"] == [32 * (i % 4) + j for i in range(32) for j in range(32)]


def test_a_block_axis_that_selects_a_batch_is_told():
    """The picture shows two dimensions of three; blockIdx.z moves along the other one."""
    a = te.placeholder((4, 32, 32), name="A")
    b = te.compute((4, 32, 32), lambda n, i, j: a[n, i, j] * 2.0, name="B")
    sch = s_tir.Schedule(te.create_prim_func([a, b]))
    n, i, j = sch.get_loops("B")
    for loop, thread in ((n, "blockIdx.z"), (i, "blockIdx.x"), (j, "threadIdx.x")):
        sch.bind(loop, thread)
    found = picture(sch.mod, [Launch("main_kernel", (32, 1, 4), (32, 1, 1), 0, 0)])
    assert [(one["axis"], one["by"], one["beyond"]) for one in found["moves"]] == [
        ("blockIdx.x", [1, 0], []),
        ("blockIdx.z", [0, 0], [(0, 1)]),
    ]


def test_a_picture_that_cannot_be_followed_back_says_who_stores():
    found = staged(transposed=True)
    assert found["who"] == "stores"
    assert found["owner"] == [32 * (j % 4) + i for i in range(32) for j in range(32)]
