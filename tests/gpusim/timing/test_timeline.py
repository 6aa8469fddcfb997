"""A timeline says what warps and pipes do: on a kernel whose phases are known, and on rungs."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from accesses import needs_compiler

from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Program
from gpusim.timing import prediction
from gpusim.timing.constants import constants
from gpusim.timing.prediction import record_launch
from gpusim.timing.sm import SM
from gpusim.timing.timeline import (
    ACTIVITIES,
    ASKS,
    AT_BARRIER,
    FOR_COPY,
    FOR_GLOBAL,
    FOR_TENSOR,
    MULTIPLIES,
    SHARES,
    longest,
)
from schedules.compile.compiler import Compiler
from schedules.core.kernel import kernels_of
from schedules.core.target import Target
from schedules.sources.names import resolve

pytestmark = needs_compiler

# A pass copies, meets, multiplies, meets.
PHASES = """
extern "C" __global__ void __launch_bounds__(128) k(const float* __restrict__ a, float* b) {
  __shared__ float s[128];
  float x = 0.f;
  for (int k = 0; k < 40; ++k) {
    s[threadIdx.x] = a[k * 8192 + threadIdx.x];
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < 128; ++i) x = x * s[i] + 1.f;
    __syncthreads();
  }
  b[threadIdx.x] = x;
}
"""


def recording(text: str = PHASES, threads: int = 128, blocks: int = 1):
    cubin = Compiler(Target.parse("sm_90")).compile(text).cubin
    program = Program.of("k", disassemble(cubin)["k"])
    cluster = (1, 1, blocks)
    given = cluster, (threads, 1, 1), 0, ("a", "b"), cluster
    call = Call(read_cubin(cubin).kernel("k"), program, *given)
    zeros = np.broadcast_to(np.zeros((), np.float32), (1 << 20,))
    return record_launch({"a": zeros, "b": zeros}, call, constants("h200"), 1, 1 << 20)


def test_a_cluster_that_is_the_whole_grid_is_recorded():
    assert recording(blocks=2).simulate().cycles == pytest.approx(recording().simulate().cycles)


@pytest.fixture(scope="module")
def phases():
    return longest([recording()])


@pytest.fixture(scope="module")
def rungs():
    """Timelines of rungs by name, each made once."""
    known = {}

    def of(name: str, shape=(1024,) * 3):
        if name not in known:
            rung = resolve(name, shape).rungs[0]
            known[name] = longest(kernels_of(rung, shape)[-1].recordings())[1]
        return known[name]

    return of


def test_every_cycle_of_a_resident_warp_is_told_once(phases):
    _, line = phases
    assert set(line.warps) == {(0, warp) for warp in range(4)}
    for spans in line.warps.values():
        assert spans[0].start == line.start and spans[-1].end == line.end
        assert all(one.end == pytest.approx(after.start) for one, after in pairwise(spans))


def test_passes_of_the_loop_are_what_is_shown(phases):
    _, line = phases
    assert line.loop is not None and line.passes[0] == line.start
    # In each pass the block meets twice.
    count = len(line.passes) - 1
    assert count >= 1 and len(line.barriers) == 2 * count
    once = line.passes[1] - line.passes[0]
    # 128 products, one after the other: four cycles each.
    assert once > 128 * 4


def test_a_pass_copies_then_multiplies(phases):
    _, line = phases
    kinds = [{one.what for one in spans} for spans in line.warps.values()]
    assert all({ASKS, SHARES, MULTIPLIES, FOR_GLOBAL} <= kind for kind in kinds)
    products = sum(one.what == MULTIPLIES for one in line.warps[0, 0])
    assert products == 128 * (len(line.passes) - 1)
    waits = {one.what for spans in line.warps.values() for one in spans}
    assert AT_BARRIER in waits and FOR_TENSOR not in waits and FOR_COPY not in waits
    # One load of four sectors for each warp and pass.
    assert sum(size for _, _, size in line.under_way) == 4 * 128 * (len(line.passes) - 1)
    assert all(end > start for start, end, _ in line.under_way)


def test_pipes_are_as_busy_as_their_instructions_keep_them(phases):
    _, line = phases
    assert {"issue", "FMA", "shared memory and L1"} <= set(line.pipes)
    assert line.units["FMA"] == 4 and line.units["shared memory and L1"] == 1
    issued = sum(one.what <= 3 for spans in line.warps.values() for one in spans)
    assert issued == len(line.pipes["issue"])
    assert len(line.pipes["FMA"]) == sum(
        one.what == MULTIPLIES for spans in line.warps.values() for one in spans
    )


def test_a_watched_multiprocessor_takes_the_same_time():
    once = recording()
    assert longest([once])[0] == once.simulate()
    assert not hasattr(SM(once.plan, None, 1).requests, "under_way")


def test_what_is_simulated_twice_is_shown_once(monkeypatch):
    once = recording()
    before = longest([once])
    monkeypatch.setattr(prediction, "_SAME", 2.0)
    time, line = longest([once])
    assert time == once.simulate() and line.units == before[1].units


def test_as_many_cycles_as_asked_for():
    _, line = longest([recording()], 100)
    assert line.end - line.start == 100
    assert max(one.end for spans in line.warps.values() for one in spans) == line.end


def test_where_nothing_repeats_it_is_the_beginning():
    text = PHASES.replace("k < 40", "k < 1")
    launch, line = longest([recording(text)])
    assert line.loop is None and not line.passes
    assert line.start == 0 and 0 < line.end <= launch.cycles + 1


@pytest.mark.exhaustive
def test_one_buffer_waits_for_its_copy_and_asynchronous_copies_do_not(rungs):
    """The part of the resident warps' cycles that wait for global memory."""
    parts = {}
    for rung in ("vectorized_read", "cp_async"):
        line = rungs(f"gemm/sgemm_tvm:{rung}")
        waits = sum(
            one.end - one.start
            for spans in line.warps.values()
            for one in spans
            if one.what == FOR_GLOBAL
        )
        parts[rung] = waits / len(line.warps) / (line.end - line.start)
    # Copies wait for the registers of their addresses only.
    assert parts["cp_async"] < 0.04 < parts["vectorized_read"] / 2


def test_copies_by_tma_are_under_way_while_tensor_cores_multiply(rungs):
    line = rungs("gemm/hgemm:wgmma_tma")
    assert {FOR_TENSOR, FOR_COPY} & {one.what for one in line.warps[0, 4]}
    busy = line.pipes["wgmma"]
    assert busy and line.under_way
    assert any(
        start < one.end and end > one.start for start, end, _ in line.under_way for one in busy
    )


def test_every_activity_has_a_name_of_its_own():
    assert len(set(ACTIVITIES)) == len(ACTIVITIES)
