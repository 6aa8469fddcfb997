"""Advice on planted kernels: each has one fault, and its way out is known."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from planted_launches import COLD, WARM, recorded

from gpusim.timing import what_if
from gpusim.timing.advice import Advice, advise

pytestmark = needs_compiler


def advised(body: str, *, fitting: int = 0, least: float = 1.0, **launch) -> Advice:
    """Advice on a kernel of which `fitting` blocks fit at once, with `least` bytes of arrays."""

    def again(change):
        return [recorded(body, fitting=change(fitting or 8), **launch)]

    return advise(again(lambda blocks: blocks), again, least, frozenset({"float32"}))


def kinds(advice: Advice) -> list[str]:
    return [one.kind for one in advice.gains]


CONFLICTS = """
__shared__ float s[2112];
for (int i = threadIdx.x; i < 2112; i += 512) s[i] = a[i];
__syncthreads();
float x = 0.f;
const volatile float* p = s + threadIdx.x % 32 * {stride};
for (int i = 0; i < 40; ++i) {{ x += p[0] * p[1] + p[2] * p[3]; }}
b[threadIdx.x] = x;
"""


def test_conflicts_come_first_and_gain_what_padding_gains():
    """Lanes 32 words apart; 33 apart, no two meet in a bank."""
    conflicting = advised(CONFLICTS.format(stride=32), block=512, grid=4)
    first = conflicting.gains[0]
    assert first.kind == "conflicts" and first.gain > 0.5 and not first.limit
    assert "shared memory" in conflicting.bound
    padded = recorded(CONFLICTS.format(stride=33), block=512, grid=4).simulate()
    launch = conflicting.us - recorded(CONFLICTS.format(stride=32), block=512, grid=4).simulate().us
    assert first.us - launch == pytest.approx(padded.us, rel=0.1)
    without = advised(CONFLICTS.format(stride=33), block=512, grid=4)
    assert "conflicts" not in kinds(without)


def test_loads_that_wait_ask_for_more_in_flight():
    """One warp at once goes through memory with a load at a time under way."""
    body = """
    int i = blockIdx.x * 32 + threadIdx.x;
    float x = 0.f;
    #pragma unroll 1
    for (int k = 0; k < 64; ++k) x = x * 1.5f + a[i + k * 1024];
    b[i] = x;
    """
    advice = advised(body, fitting=2, grid=32, words=1 << 17)
    assert advice.bound.startswith("latency") and "global memory" in advice.bound
    assert {"prefetch", "occupancy"} <= set(kinds(advice)[:4])
    twice = next(one for one in advice.gains if one.what.startswith("twice"))
    assert 0.3 < twice.gain < 0.55
    again = recorded(body, fitting=4, grid=32, words=1 << 17).simulate()
    launch = advice.us - recorded(body, fitting=2, grid=32, words=1 << 17).simulate().us
    assert twice.us == pytest.approx(again.us + launch, rel=0.02)


def test_a_stream_from_dram_needs_fewer_bytes():
    body = (
        "int i = blockIdx.x * 4096 + threadIdx.x;"
        "b[i] = a[i] + a[i + 1024] + a[i + 2048] + a[i + 3072];"
    )
    launch = {"grid": 1 << 12, "block": 1024, "words": 1 << 24}
    advice = advised(body, fitting=2, least=80 << 20, set_bytes=COLD, **launch)
    assert advice.bound.startswith("DRAM") and "fewer bytes" in advice.bound
    assert "l2" not in kinds(advice)
    warm = advised(body, fitting=2, least=96 << 20, set_bytes=WARM, grid=1 << 9, block=1024)
    assert not warm.bound.startswith("DRAM")


def test_lanes_far_apart_are_told_to_be_neighbours():
    strided = "int i = threadIdx.x * 256; float x = 0.f; {} b[threadIdx.x] = x;"
    loads = "".join(f"x += a[i + {at}];" for at in range(0, 256, 8))
    advice = advised(strided.format(loads), block=256, grid=4)
    assert "coalescing" in kinds(advice)[:2]
    apart = strided.replace("* 256", "").format(loads.replace("i +", "i + 256 *"))
    assert "coalescing" not in kinds(advised(apart, block=256, grid=4))


ROWS = """
__shared__ float4 s[512];
s[threadIdx.x] = ((const float4*)a)[threadIdx.x];
__syncthreads();
float x = 0.f;
for (int i = 0; i < 40; ++i) {{ const int t = (threadIdx.x + i * 9) / 8 & 255; {} }}
b[threadIdx.x] = x;
"""
ONE_BY_ONE = "const float* p = (const float*)s + t; x += p[0] + p[256] + p[512] + p[768];"
AT_ONCE = "float4 v = s[t]; x += v.x + v.y + v.z + v.w;"


def test_narrow_loads_are_told_to_be_wide_and_gain_what_float4_gains():
    """Eight lanes read one word from each of four rows, or its neighbours as a float4."""
    launch = {"block": 512, "grid": 4}
    advice = advised(ROWS.format(ONE_BY_ONE), **launch)
    wide = next(gain for gain in advice.gains if gain.kind == "wide")
    assert kinds(advice).index("wide") < 3
    apart = advice.us - recorded(ROWS.format(ONE_BY_ONE), **launch).simulate().us
    really = recorded(ROWS.format(AT_ONCE), **launch).simulate().us
    assert wide.limit and wide.us - apart == pytest.approx(really, rel=0.15)
    assert wide.gain > 0.1
    assert "wide" not in kinds(advised(ROWS.format(AT_ONCE), **launch))[:1]


COPIES = """
__shared__ float s[128];
float x = 0.f;
#pragma unroll 1
for (int k = 0; k < 8; ++k) {{
  {}
  __syncthreads();
  x += s[threadIdx.x ^ 32] * s[threadIdx.x ^ 16];
  __syncthreads();
}}
b[threadIdx.x] = x;
"""
EACH_ALL = '_Pragma("unroll") for (int i = 0; i < 128; ++i) s[i] = a[128 * k + i];'
EACH_ITS_OWN = "s[threadIdx.x] = a[128 * k + threadIdx.x];"


def test_a_tile_that_every_thread_copies_is_told_to_be_shared_out():
    launch = {"block": 128, "grid": 4}
    advice = advised(COPIES.format(EACH_ALL), **launch)
    first = advice.gains[0]
    assert first.kind == "cooperative fetch" and first.gain > 0.7
    apart = advice.us - recorded(COPIES.format(EACH_ALL), **launch).simulate().us
    really = recorded(COPIES.format(EACH_ITS_OWN), **launch).simulate().us
    # What every thread copies itself, and its wait for that, is left.
    assert first.limit and first.us - apart < really < 0.5 * (advice.us - apart)
    assert "cooperative fetch" not in kinds(advised(COPIES.format(EACH_ITS_OWN), **launch))


def test_several_launches_are_told_to_be_fused():
    long, short = (recorded(COPIES.format(EACH_ALL), block=128, grid=grid) for grid in (16, 4))

    def again(change):
        return [long, short]

    advice = advise([long, short], again, 1.0, frozenset({"float32"}))
    fusion = next(one for one in advice.gains if one.kind == "fusion")
    assert fusion.limit and long.simulate().us < fusion.us < advice.us
    assert "fusion" not in kinds(advised(COPIES.format(EACH_ALL), block=128, grid=4))


def test_blocks_of_few_threads_are_bound_by_their_ends():
    body = "int i = blockIdx.x * blockDim.x + threadIdx.x; b[i] = a[i] + 1.f;"
    small = advised(body, fitting=32, block=8, grid=1 << 13)
    first = small.gains[0]
    assert small.bound.startswith("block starts: busy for ") and small.busy["block starts"] > 0.9
    assert first.kind == "blocks" and first.gain > 0.5
    large = advised(body, fitting=2, block=1024, grid=1 << 6)
    assert large.us < first.us and large.busy["block starts"] < 0.75
    assert not large.bound.startswith("block starts")


def test_a_load_of_few_lanes_loads_no_more_than_they_ask_for():
    once = "if (threadIdx.x < {lanes}) b[threadIdx.x] = a[threadIdx.x] * 2.f;"
    few = advised(once.format(lanes=3), block=256, least=24.0)
    assert "shared tile" not in kinds(few)
    again = "b[threadIdx.x] = a[threadIdx.x / 32] + a[32 + threadIdx.x % 2];"
    assert "shared tile" in kinds(advised(again, block=256, least=1064.0))


@pytest.mark.parametrize(
    ("value", "copied"),
    [
        ("a[128 * k + threadIdx.x]", True),
        ("threadIdx.x < 100 ? a[128 * k + threadIdx.x] : 0.f", True),
        ("a[128 * k + threadIdx.x] * x", False),
        ("(float)threadIdx.x", False),
        ("x += a[128 * k + threadIdx.x]", False),
    ],
)
def test_only_what_is_stored_as_it_was_loaded_can_be_copied_past_registers(value, copied):
    body = COPIES.format(f"s[threadIdx.x] = {value};")
    launch = recorded(body, block=128, grid=4)
    assert bool(what_if.copying(launch)) is copied
    assert ("async copy" in kinds(advised(body, block=128, grid=4))) is copied


SERIAL = "float x = 0.f; for (int i = 0; i < 500; ++i) x = {}; b[threadIdx.x] = x;"


@pytest.mark.exhaustive
def test_only_sums_are_told_to_be_split_where_warps_are_few():
    chain = advised(SERIAL.format("x * 0.5f + 1.f"), block=64)
    assert "grid" not in kinds(chain)
    one = advised("if (threadIdx.x < 1) b[0] = a[0] * 2.f + 1.f;", block=256)
    assert "grid" not in kinds(one)
    summed = advised(SERIAL.format("x + a[i * 64 + threadIdx.x]"), block=64)
    split = next(gain for gain in summed.gains if gain.kind == "grid")
    assert split.limit and split.gain > 0.5
    # Of 32 warps that are in each other's way some can go to the other SMs.
    several = SERIAL.format("x * 0.5f + a[i]")
    assert "grid" in kinds(advised(several, block=1024))


TRANSPOSE = """
__shared__ float s[32][33];
const int x = threadIdx.x % 32, y = threadIdx.x / 32;
s[y][x] = a[blockIdx.x * 512 + threadIdx.x];
__syncthreads();
b[blockIdx.x * 512 + threadIdx.x] = s[x % 16][y];
"""


@pytest.mark.exhaustive
def test_one_load_and_no_loop_are_told_of_no_pipeline():
    """No double buffer, no loop over K: there is no next load to start earlier."""
    found = advised(TRANSPOSE, block=512, grid=64)
    offered = " ".join(one.how for one in found.gains)
    assert found.gains and not {"async copy", "register tile", "barriers"} & set(kinds(found))
    assert "pipeline" not in offered and "double_buffer" not in offered and "K" not in offered
    looped = """
    __shared__ float s[512];
    float x = 0.f;
    #pragma unroll 1
    for (int k = 0; k < 64; ++k) {
      s[threadIdx.x] = a[k * 512 + threadIdx.x];
      __syncthreads();
      x += s[511 - threadIdx.x];
      __syncthreads();
    }
    b[threadIdx.x] = x;
    """
    assert {"async copy", "barriers"} <= set(kinds(advised(looped, block=512, grid=64)))
