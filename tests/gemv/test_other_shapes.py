"""Emitted code of the GEMV rungs at shapes that the dumps do not have."""

from __future__ import annotations

import re

import pytest
from conftest import lowered
from cuda_text import guarded
from exhaustive import sampled

from schedules.core.ladder import ladder

ON_GPU = [
    rung.path
    for name in ("gemv/fast_gemv", "gemv/hgemv")
    for rung in ladder(name).rungs.values()
    if "mma" not in rung.name
]


@pytest.mark.parametrize(
    "path", sampled(ON_GPU, ["gemv/fast_gemv:block_reduce", "gemv/hgemv:warp4_smem"])
)
@pytest.mark.parametrize("shape", [(37, 1003), (1, 18), (509, 4097)])
def test_every_lane_reaches_the_shuffles_and_the_barriers(path, shape):
    name, _, rung = path.partition(":")
    text = lowered(ladder(name)[rung], shape=shape).kernel_source
    assert guarded(text, "__shfl") == []
    assert guarded(text, "__syncthreads") == []
    # No vectors where rows are not aligned.
    assert (
        "table" in path or shape[1] == 18 or not re.search(r"\((half[24]|u?int[24])\*\)\(W", text)
    )


@pytest.mark.parametrize(
    ("path", "k", "load"),
    [
        ("gemv/hgemv:warp4", 136, "*(uint4*)(W_ptr"),
        ("gemv/hgemv:warp4", 132, "*(half4*)(W_ptr"),
        ("gemv/hgemv:warp4", 130, "*(half2*)(W_ptr"),
        ("gemv/hgemv:warp4", 131, " W_ptr["),
        # Rows of 16 * 63 codes, 8 bytes.
        ("gemv/fast_gemv:int4", 1008, "(int2*)(W_ptr"),
    ],
)
def test_the_width_follows_the_alignment(path, k, load):
    name, _, rung = path.partition(":")
    text = lowered(ladder(name)[rung], shape=(37, k)).kernel_source
    (line,) = [line for line in text.splitlines() if " = " in line and "W_ptr" in line]
    assert load in line


@pytest.mark.parametrize(
    ("path", "shape", "least"),
    [
        ("gemv/hgemv:warp1_smem", (64, 40000), 2 * 16384),
        ("gemv/fast_gemv:shared_vector", (64, 50000), 2 * 16384),
    ],
)
def test_a_long_x_goes_through_shared_memory_in_pieces(path, shape, least):
    name, _, rung = path.partition(":")
    (launch,) = lowered(ladder(name)[rung], shape=shape).launches
    assert least <= launch.static_shared <= least + 256
