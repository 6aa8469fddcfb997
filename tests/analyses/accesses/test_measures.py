"""What a site costs as written: bounds of odd shapes."""

from __future__ import annotations

import pytest
from accesses import kernels, needs_compiler, of

from schedules.analyses.accesses.analysis import analyze
from schedules.sources.names import resolve


@pytest.mark.parametrize("code", [False, pytest.param(True, marks=needs_compiler)])
def test_odd_shapes_are_counted_by_their_bounds(code):
    """1000 x 1001 elements of C: 32 blocks of 32 columns, the last with 9 lanes of 32."""
    found = kernels("gemm/sgemm_cuda:naive", (1000, 1001, 77), code=code)
    (a,), (b,), (c,) = of(found, "A", "load"), of(found, "B", "load"), of(found, "C", "store")
    assert a.cost.requests == b.cost.requests == 1000 * 32 * 77
    assert c.cost.requests == 1000 * 32
    assert c.cost.bytes == 1000 * 1001 * 4


VECTOR = """
from tvm import te

LANES = {lanes}


def workload():
    a = te.placeholder((LANES * 512,), name="A")
    return [a, te.compute((LANES * 512,), lambda i: a[i] + a[i], name="B")]


def schedule(sch):
    (at,) = sch.get_loops("B")
    block, thread, vector = sch.split(at, [None, 32, LANES])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    copy = sch.cache_read("B", 0, "shared")
    sch.compute_at(copy, block)
    _, thread, vector_of_copy = sch.split(sch.get_loops(copy)[-1], [None, 32, LANES])
    sch.bind(thread, "threadIdx.x")
    sch.vectorize(vector_of_copy)
    sch.vectorize(vector)
    yield "vector"
"""


@pytest.mark.parametrize("lanes", [4, 8])
def test_a_vector_wider_than_an_instruction_takes_several(tmp_path, lanes):
    """16 blocks of a warp; of 32 bytes a lane each half is an access, by lanes 32 bytes apart."""
    file = tmp_path / "vector.py"
    file.write_text(VECTOR.format(lanes=lanes))
    found = analyze(resolve(str(file)).kernel().lowering)
    load, *_ = of(found, "A", "load")
    store, *_ = of(found, "A_shared", "store")
    halves = lanes * 4 // 16
    assert load.cost.requests == store.cost.requests == 16 * halves
    # Eight lanes of 16 bytes fill the banks; 32 bytes apart every second one meets another.
    assert (store.cost.taken, store.cost.least) == (16 * halves * 4 * halves, 16 * halves * 4)
    assert (load.cost.taken, load.cost.least) == (16 * halves * 16 * halves, 16 * halves * 16)
    assert load.cost.bytes == store.cost.bytes == 512 * lanes * 4
