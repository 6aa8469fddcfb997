"""Blocks that wait for each other: planted, and found where nothing can end it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from accesses import needs_compiler
from planted import Planted, check, thread

from gpusim.chips import CHIPS
from gpusim.device import Device, resident_blocks
from gpusim.findings import WaitsForBlocks
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Program
from schedules.analyses.verification.simulation import affordable
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

pytestmark = needs_compiler

# n[0] is 0: what blocks count their arrivals in.
BARRIER = """
__device__ void grid_barrier(int* counter, int wanted) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(counter, 1);
    while (*(volatile int*)counter < wanted) {}
    __threadfence();
  }
  __syncthreads();
}
"""
# More lanes than the machine runs together.
MANY = (20, 1, 1)
HELD = Planted(
    "more blocks than there is room for",
    "deadlock",
    """
    const int wanted = gridDim.x CLEAN(- 1);
    if (blockIdx.x < wanted) {
      if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = in[threadIdx.x];
      grid_barrier((int*)n, wanted); /*at*/
      if (threadIdx.x < 32) out[500 + blockIdx.x * 32 + threadIdx.x] = out[threadIdx.x];
    }
    """,
    before=BARRIER,
    grid=(5, 1, 1),
    dynamic_shared=100_000,
)
WAITING = [
    Planted(
        "a barrier of the grid that a block does not reach",
        "deadlock",
        """
        const int at = blockIdx.x * blockDim.x + threadIdx.x;
        if (at < 500) out[at] = in[at];
        if (blockIdx.x != FAULT(n[3]) CLEAN(n[200]))
          grid_barrier((int*)n, gridDim.x); /*at*/
        if (at < 500 && blockIdx.x != 3) out[500 + at] = out[499 - at];
        """,
        before=BARRIER,
        grid=MANY,
        block=(256, 1, 1),
        threads=(thread(0, block=(16, 0, 0)),),
        also=frozenset({"race-read"}),
    ),
    Planted(
        "a barrier of the grid without a fence behind it",
        "race-read",
        """
        const int at = blockIdx.x * blockDim.x + threadIdx.x;
        out[at] = in[at]; /*other*/
        __syncthreads();
        if (threadIdx.x == 0) {
          __threadfence();
          atomicAdd((int*)n, 1);
          while (*(volatile int*)n < gridDim.x) {}
          CLEAN(__threadfence());
        }
        __syncthreads();
        out[500 + at] = out[255 - at]; /*at*/
        """,
        grid=(2, 1, 1),
    ),
    Planted(
        "a barrier of the grid whose arrivals release nothing",
        "race-read",
        """
        const int at = blockIdx.x * blockDim.x + threadIdx.x;
        out[at] = in[at]; /*other*/
        __syncthreads();
        if (threadIdx.x == 0) {
          int old, now;
          asm volatile("atom.add." CLEAN("release") FAULT("relaxed") ".gpu.s32 %0, [%1], 1;"
                       : "=r"(old) : "l"(n) : "memory");
          do {
            asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(now) : "l"(n) : "memory");
          } while (now / gridDim.x == old / gridDim.x);
        }
        __syncthreads();
        out[500 + at] = out[255 - at]; /*at*/
        """,
        grid=(2, 1, 1),
    ),
    Planted(
        "two blocks that wait for each other's flag",
        "deadlock",
        """
        int* flags = (int*)n + 2 * (1 - blockIdx.x), *mine = (int*)n + 2 * blockIdx.x;
        if (threadIdx.x > 0) return;
        out[blockIdx.x] = in[0];
        CLEAN(__threadfence(); atomicExch(mine, 7));
        while (atomicAdd(flags, 0) != 7) {} /*at*/
        FAULT(__threadfence(); atomicExch(mine, 7));
        __threadfence();
        out[2 + blockIdx.x] = out[1 - blockIdx.x];
        """,
        grid=(2, 1, 1),
        threads=(thread(0),),
    ),
    Planted(
        "the first block waits for the last one's flag, which is another",
        "deadlock",
        """
        int* flag = (int*)n;
        if (threadIdx.x > 0) return;
        if (blockIdx.x == 0) {
          while (*(volatile int*)flag == 0) {} /*at*/
          __threadfence();
          out[0] = out[1];
        } else if (blockIdx.x == gridDim.x - 1) {
          out[1] = in[0];
          __threadfence();
          atomicExch(flag FAULT(+ 5), 1);
        }
        """,
        grid=MANY,
        block=(256, 1, 1),
        threads=(thread(0),),
    ),
    Planted(
        "a warp waits for what others set behind a barrier that it does not reach",
        "deadlock",
        """
        __shared__ int flag;
        if (threadIdx.x == 0) flag = 0;
        __syncthreads();
        if (threadIdx.x == 32) {
          CLEAN(atomicExch(&flag, 1));
        } else if (threadIdx.x < 32)
          while (atomicAdd(&flag, 0) == 0) {} /*at*/
        __syncthreads();
        FAULT(if (threadIdx.x == 32) atomicExch(&flag, 1));
        """,
        threads=(thread(0),),
    ),
    Planted(
        "a loop that comes to rest",
        "deadlock",
        """
        float x = in[threadIdx.x];
        while (x != n[2] FAULT(+ 1)) x = x * 0.5f + 1; /*at*/
        out[threadIdx.x] = x;
        """,
    ),
    # Above 4,096 iterations, accumulators do not count as progress; clocks do.
    Planted(
        "a walk along a cycle that counts its steps",
        "deadlock",
        """
        int at = threadIdx.x, steps = 0;
        do {
          at = n[at ^ 1]; /*at*/
          steps += at | 1;
        } while (CLEAN(steps < 6000) FAULT(at >= 0));
        out[threadIdx.x] = steps;
        """,
        block=(32, 1, 1),
    ),
    Planted(
        "a wait until a clock has advanced, in which nothing else changes",
        "deadlock",
        """
        const long long begun = clock64();
        long long now = begun;
        int steps = 0;
        do {
          now = CLEAN(clock64()) FAULT(begun + n[3]);
          steps += now & 1;
        } while (now - begun < 150000); /*at*/
        out[threadIdx.x] = steps;
        """,
        block=(32, 1, 1),
    ),
]


@pytest.mark.parametrize("planted", WAITING, ids=lambda planted: planted.name)
def test_who_waits_for_ever_is_found_and_its_twin_is_clean(planted):
    check(planted)


def test_blocks_beyond_what_a_gpu_has_room_for(monkeypatch):
    """Two blocks with so much shared memory fit on a multiprocessor."""
    few = replace(CHIPS["sm_90"], multiprocessors=2)
    monkeypatch.setitem(CHIPS, "sm_90", few)
    check(HELD)


def test_what_waits_for_blocks_that_are_not_to_run():
    cubin = Compiler(Target.parse("sm_90")).cubin(HELD.source(faulty=True))
    program = Program.of("k", disassemble(cubin)["k"])
    arrays = {"out": np.zeros(1024, np.float32), "in": np.zeros(1024, np.float32)}
    arrays["n"] = np.zeros(1024, np.int32)
    call = Call(read_cubin(cubin).kernels["k"], program, (200, 1, 1), (128, 1, 1), 0, [*arrays])
    assert resident_blocks(call) == 16 * 132
    with pytest.raises(WaitsForBlocks, match="k: blocks wait for blocks that are not selected"):
        Device(arrays).launch(call, [(0, 0, 0)])
    # So all are run.
    assert affordable(Device(arrays), call) is None
