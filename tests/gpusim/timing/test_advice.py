"""Upper bounds on planted kernels: what bounds each is known, and what an ideal constant saves."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from planted_launches import COLD, WARM, recorded

from gpusim.timing.advice import Advice, advise

pytestmark = needs_compiler


def advised(body: str, *, fitting: int = 0, least: float = 1.0, **launch) -> Advice:
    """Advice on a kernel of which `fitting` blocks fit at once, with `least` bytes of arrays."""

    def again(change):
        return [recorded(body, fitting=change(fitting or 8), **launch)]

    return advise(again(lambda blocks: blocks), again, least)


def kinds(advice: Advice) -> list[str]:
    return [one.kind for one in advice.limits]


CHAIN = """
int i = blockIdx.x * 32 + threadIdx.x;
float x = 0.f;
#pragma unroll 1
for (int k = 0; k < 64; ++k) x = x * 1.5f + {};
b[i] = x;
"""


def test_loads_that_wait_are_bound_by_latency_and_gain_from_another_block():
    """One warp at once goes through memory with a load at a time under way."""
    launch = {"grid": 32, "words": 1 << 17}
    body = CHAIN.format("a[i + k * 1024]")
    advice = advised(body, fitting=2, **launch)
    assert advice.bound.startswith("latency") and "global memory" in advice.bound
    assert {"latency", "occupancy"} <= set(kinds(advice)[:3])
    more = next(one for one in advice.limits if one.kind == "occupancy")
    overhead = advice.us - recorded(body, fitting=2, **launch).simulate().us
    again = recorded(body, fitting=3, **launch).simulate()
    assert more.us == pytest.approx(again.us + overhead, rel=0.02) and more.gain > 0.2
    # Without a load in the loop there is nothing to wait for.
    assert not {"latency", "l2"} & set(kinds(advised(CHAIN.format("k"), fitting=2, **launch)))


def test_a_stream_from_dram_needs_fewer_bytes():
    body = (
        "int i = blockIdx.x * 4096 + threadIdx.x;"
        "b[i] = a[i] + a[i + 1024] + a[i + 2048] + a[i + 3072];"
    )
    launch = {"grid": 1 << 12, "block": 1024, "words": 1 << 24}
    advice = advised(body, fitting=2, least=80 << 20, set_bytes=COLD, **launch)
    assert advice.bound.startswith("DRAM") and "arrays have 84 MB" in advice.bound
    # It moves no more than its arrays have: L2 can save nothing.
    assert "l2" not in kinds(advice)
    warm = advised(body, fitting=2, least=96 << 20, set_bytes=WARM, grid=1 << 9, block=1024)
    assert not warm.bound.startswith("DRAM")


def test_blocks_of_few_threads_are_bound_by_their_ends():
    body = "int i = blockIdx.x * blockDim.x + threadIdx.x; b[i] = a[i] + 1.f;"
    small = advised(body, fitting=32, block=8, grid=1 << 13)
    first = small.limits[0]
    assert small.bound.startswith("block starts: busy for ") and small.busy["block starts"] > 0.9
    assert first.kind == "blocks" and first.gain > 0.5
    large = advised(body, fitting=2, block=1024, grid=1 << 6)
    assert large.us < first.us and large.busy["block starts"] < 0.75
    assert not large.bound.startswith("block starts")


def test_few_blocks_leave_work_to_other_multiprocessors():
    body = "float x = 0.f; for (int i = 0; i < 500; ++i) x = x * 0.5f + a[i]; b[threadIdx.x] = x;"
    assert "grid" in kinds(advised(body, block=64))
    assert "grid" not in kinds(advised(body, block=64, grid=132 * 8))
