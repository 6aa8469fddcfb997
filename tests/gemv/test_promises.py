"""Each rung of the GEMV ladders keeps its promise in its emitted code, at any shape."""

from __future__ import annotations

import re

import pytest
from conftest import lowered
from cuda_text import guarded, shuffles
from exhaustive import sampled
from promises import broken, dumped

from schedules.core.ladder import ladder, ladders

EIGHT = r"\*\(uint4\*\)\(W_local_ptr \+ 0\) = \*\(uint4\*\)\(W_ptr"
FOUR = r"\*\(half4\*\)\(W_local_ptr \+ 0\) = \*\(half4\*\)\(W_ptr"
X_SHARED = r"x_shared_ptr & __syncthreads"
BY_BITS = r"\*\(float \*\)\(&\( & not \(float\)\(*W_local_ptr"
PARALLEL = "TVMBackendParallelLaunch"

PROMISES = {
    "gemv/fast_gemv": {
        "thread_per_row": r"not __shfl & not __shared__ & not uint4",
        "p_threads": r"not __shfl & y_sum_rf_local_shared_ptr\[32\] & __syncthreads",
        "warp_reduce": "__shfl_down_sync & not __shared__ & not uint4",
        "vectorized": EIGHT,
        "rows_per_block": EIGHT + " & block 32 x 32 x 1",
        "block_reduce": EIGHT + r" & red_buf_staging_ptr\[32\] & not volatile",
        "shared_vector": EIGHT + " & " + X_SHARED,
        "two_kernel": EIGHT + " & main_kernel_1 & y_sum_rf_ptr",
        "int8": BY_BITS + r" & signed char W_local_ptr\[8\]; & \*\(int2\*\)\(W_ptr",
        "int4": BY_BITS + r" & int W_local_ptr\[2\]; & \*\(int2\*\)\(W_ptr",
        "int8_p100_launch": BY_BITS,
        "int4_p100_launch": BY_BITS,
        "table_int8": r"table_shared_ptr & shared 32768 B",
        "table_int4": r"table_shared_ptr & shared 32768 B & int W_local_ptr\[2\];",
        "row_tile": EIGHT + r" & block 32 x 4 x 1",
        "int8_row_tile": BY_BITS + r" & \*\(int4\*\)\(W_",
        "int4_row_tile": BY_BITS + r" & \*\(int4\*\)\(W_",
        "int8_mma": "mma.sync & float y_sum",
        "int4_mma": r"mma\.sync & 0x64006400u & float y_sum",
    },
    "gemv/hgemv": {
        "thread": EIGHT + " & not __shared__",
        "warp1": FOUR + " & not __shared__",
        "warp2": EIGHT + " & not __shared__",
        "warp4": EIGHT + " & not __shared__",
        "warp8": EIGHT + " & not __shared__",
        "warp16": EIGHT + " & not __shared__",
        "thread_smem": EIGHT + " & " + X_SHARED,
        "warp1_smem": FOUR + " & " + X_SHARED,
        "warp2_smem": EIGHT + " & " + X_SHARED,
        "warp4_smem": EIGHT + " & " + X_SHARED,
        "warp8_smem": EIGHT + " & " + X_SHARED,
        "warp16_smem": EIGHT + " & " + X_SHARED,
    },
    "gemv/sgemv_cpu": {
        "serial": r"vfmadd\d+ss & not vfmadd\d+ps & not " + PARALLEL,
        "vectorized": r"vfmadd\d+ps\s.*%ymm & not " + PARALLEL,
        "row_tile": r"vfmadd\d+ps\s.*%ymm & not " + PARALLEL,
        "parallel": r"vfmadd\d+ps\s.*%ymm & " + PARALLEL,
    },
}
PATHS = [f"{name}:{rung}" for name, found in PROMISES.items() for rung in found]
# Distances of the shuffles: as many as the lanes of a result take, and no broadcast behind them.
WARP = [16, 8, 4, 2, 1]
SHUFFLES = {
    "gemv/fast_gemv:warp_reduce": WARP,
    "gemv/fast_gemv:rows_per_block": WARP,
    "gemv/fast_gemv:block_reduce": [*WARP, 4, 2, 1],
    "gemv/fast_gemv:int4": [*WARP, 4, 2, 1],
    **{f"gemv/hgemv:warp{1 << at}": WARP[at:] for at in range(5)},
    **{f"gemv/hgemv:warp{1 << at}_smem": WARP[at:] for at in range(5)},
}


def test_every_rung_has_a_promise():
    rungs = [rung.path for one in ladders().values() for rung in one.rungs.values()]
    assert sorted(PATHS) == sorted(path for path in rungs if path.startswith("gemv/"))


@pytest.mark.parametrize("path", PATHS)
def test_a_rung_keeps_its_promise(path):
    name, _, rung = path.partition(":")
    assert broken(dumped(path), PROMISES[name][rung]) == []


@pytest.mark.parametrize("path", SHUFFLES)
def test_shuffles_are_as_wide_as_a_results_lanes(path):
    assert shuffles(dumped(path)) == SHUFFLES[path]
    assert "__shfl_sync(" not in dumped(path)


# --- other shapes ---------------------------------------------------------------------------------


ON_GPU = [path for path in PATHS if "cpu" not in path and "mma" not in path]


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
