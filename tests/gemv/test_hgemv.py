"""Each rung of gemv/hgemv keeps its promise in its own CUDA."""

from __future__ import annotations

import re

import pytest
from conftest import lowered
from cuda_text import guarded, shuffles

from schedules.core.catalog import ladder
from schedules.core.errors import ShapeError
from schedules.core.steps import steps

LADDER = ladder("gemv/hgemv")
RESULTS = {"thread": 32, "warp1": 1, "warp2": 2, "warp4": 4, "warp8": 8, "warp16": 16}
NAMES = [name + suffix for suffix in ("", "_smem") for name in RESULTS]


def kernel(name: str, shape=None):
    return lowered(LADDER[name], shape=shape)


def results(name: str) -> int:
    """Results per warp."""
    return RESULTS[name.removesuffix("_smem")]


def test_the_twelve_rungs():
    assert list(LADDER.rungs) == NAMES
    assert LADDER.workload.shape == (4096, 128)
    assert len({rung.doc for rung in LADDER.rungs.values()}) == 12
    assert [figure.device for figure in LADDER.reference] == ["RTX 3090"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n", [1, 37, 4096])
def test_128_threads_a_block_and_as_many_blocks_as_results_take(name, n):
    (launch,) = kernel(name, (n, 128)).launches
    assert launch.threads == 128
    assert launch.grid == (-(-n // (4 * results(name))), 1, 1)
    lanes = 32 // results(name)
    assert launch.block == ((lanes, 128 // lanes, 1) if lanes > 1 else (128, 1, 1))


@pytest.mark.parametrize("name", NAMES)
def test_a_shuffle_reduction_as_wide_as_the_lanes_of_a_result(name):
    text = kernel(name).kernel_source
    lanes = 32 // results(name)
    assert shuffles(text) == [lanes >> at for at in range(1, lanes.bit_length())]
    # The document's five to one and no more: no broadcast, which TVM emits until the last step.
    assert "__shfl_sync(" not in text
    if lanes > 1:
        assert lowered(LADDER[name], "unroll").kernel_source.count("__shfl_sync(") == 1


@pytest.mark.parametrize("name", NAMES)
def test_x_in_shared_memory_where_the_name_says_so(name):
    kept = kernel(name)
    text = kept.kernel_source
    smem = name.endswith("_smem")
    # Where a lane takes x by single values there is room for a word at its end.
    spare = 16 if name == "thread_smem" else 0
    assert kept.launches[0].static_shared == (128 * 2 + spare if smem else 0)
    assert text.count("__syncthreads();") == (1 if smem else 0)
    source = "x_shared_ptr" if smem else "x_ptr"
    pattern = rf"\*\((uint4|half4)\*\)\(x_(shared_)?local_ptr \+ 0\) = .*\b{source}\b"
    assert re.search(pattern, text)


@pytest.mark.parametrize("name", NAMES)
def test_a_lane_reads_as_wide_as_its_share_of_a_row(name):
    width = "half4" if results(name) == 1 else "uint4"
    assert f"*({width}*)(W_local_ptr + 0) = *({width}*)(W_ptr" in kernel(name).kernel_source


@pytest.mark.parametrize(
    ("k", "load"),
    [
        (136, "*(uint4*)(W_ptr"),
        (132, "*(half4*)(W_ptr"),
        (130, "*(half2*)(W_ptr"),
        (131, " W_ptr["),
    ],
)
def test_vectors_only_where_every_row_is_aligned(k, load):
    text = kernel("warp4", (37, k)).kernel_source
    (line,) = [line for line in text.splitlines() if " = " in line and "W_ptr" in line]
    assert load in line


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(37, 130), (1, 35), (4095, 127)])
def test_every_lane_reaches_the_shuffles_and_the_barrier(name, shape):
    text = kernel(name, shape).kernel_source
    assert guarded(text, "__shfl") == []
    assert guarded(text, "__syncthreads") == []
    assert guarded(text, " y_ptr[")  # the tail of N is a condition on the store


def test_the_sum_is_float32():
    text = kernel("warp2").kernel_source
    assert "float y_sum_rf_local_ptr[1];" in text
    assert re.search(r"\(\(float\)W_local_ptr\[\w+\]\) \* \(\(float\)x_local_ptr\[\w+\]\)", text)
    assert re.search(r"y_ptr\[.*\] = \(\(half\)", text)


def test_a_long_x_goes_through_shared_memory_in_pieces():
    (launch,) = kernel("warp1_smem", (64, 40000)).launches
    assert launch.static_shared == 2 * 16384
    assert len(steps(LADDER["warp1_smem"], LADDER["warp1_smem"].at((64, 40000)))) == 7


@pytest.mark.parametrize("name", NAMES)
def test_any_shape_but_an_empty_one(name):
    assert LADDER[name].at((1, 1)).shape == (1, 1)
    for shape in ((0, 128), (128, -1)):
        with pytest.raises(ShapeError, match="must be at least 1"):
            LADDER[name].at(shape)
