"""Barriers, lanes of a warp and endless loops: planted, and found."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from planted import Planted, check, findings, thread

from gpusim.errors import UserError
from gpusim.findings import BeyondLimit

pytestmark = needs_compiler

BARRIERS = [
    Planted(
        "a ballot with a full mask in a branch that half of the lanes take",
        "part-of-a-warp",
        """
        float sum = in[threadIdx.x];
        CLEAN(const unsigned before = __ballot_sync(0xffffffff, sum > 1.5f));
        if (n[threadIdx.x] & 1) {
          FAULT(const unsigned before = __ballot_sync(0xffffffff, sum > 1.5f)); /*at*/
          sum = __popc(before);
          for (int i = 0; i < n[threadIdx.x]; i++) sum = sum * 0.5f + in[i];
        }
        __syncthreads();
        out[threadIdx.x] = sum;
        """,
        also=frozenset({"deadlock", "barrier-divergence"}),
    ),
    Planted(
        "a barrier in a branch that half of the warps take",
        "barrier-divergence",
        """
        __shared__ float tile[128];
        tile[threadIdx.x] = in[threadIdx.x];
        if (threadIdx.x / 32 < CLEAN(n[4]) FAULT(n[2]))
          __syncthreads(); /*at*/
        out[threadIdx.x] = tile[threadIdx.x];
        """,
        other="end",
        threads=(thread(0), thread(64)),
    ),
    Planted(
        "the two sides of a branch have a barrier each",
        "barrier-divergence",
        """
        __shared__ float tile[128];
        tile[threadIdx.x] = in[threadIdx.x];
        if (threadIdx.x / 32 < CLEAN(n[4]) FAULT(n[2])) {
          __syncthreads(); /*other*/
          out[threadIdx.x] = tile[threadIdx.x];
        } else {
          out[threadIdx.x + 512] = 1;
          __syncthreads(); /*at*/
          out[threadIdx.x + 256] = 2 * tile[threadIdx.x] * n[3];
        }
        """,
        threads=(thread(64), thread(0)),
    ),
    Planted(
        "a barrier in a loop whose trip counts differ between warps",
        "barrier-divergence",
        """
        __shared__ float tile[128];
        float sum = 0;
        for (int i = 0; i < n[4] FAULT(+ threadIdx.x / 64); i++) {
          tile[threadIdx.x] = in[threadIdx.x + i];
          __syncthreads(); /*at*/
          sum += tile[127 - threadIdx.x];
          __syncthreads(); /*inner*/
        }
        out[threadIdx.x] = sum;
        """,
        other="end",
        threads=(thread(64), thread(0)),
        also=frozenset({"uninitialized", "race-read"}),
    ),
    Planted(
        "threads leave before a barrier",
        "barrier-divergence",
        """
        __shared__ float tile[128];
        if (threadIdx.x >= CLEAN(n[128]) FAULT(n[100])) return; /*other*/
        tile[threadIdx.x] = in[threadIdx.x];
        __syncthreads(); /*at*/
        out[threadIdx.x] = tile[threadIdx.x ^ 1];
        """,
        threads=(thread(0), thread(100)),
    ),
    Planted(
        "bar.sync counts more threads than come",
        "barrier-divergence",
        """
        __shared__ float tile[128];
        tile[threadIdx.x] = in[threadIdx.x];
        asm volatile("bar.sync 1, %0;" :: "r"(n[128] FAULT(+ 32)) : "memory"); /*at*/
        out[threadIdx.x] = tile[127 - threadIdx.x];
        """,
        threads=(thread(0),),
        also=frozenset({"unwritten-output"}),
    ),
    Planted(
        "bar.sync counts fewer threads than come",
        "barrier-divergence",
        """
        __shared__ float tile[128];
        tile[threadIdx.x] = in[threadIdx.x];
        asm volatile("bar.sync 1, %0;" :: "r"(n[128] FAULT(- 64)) : "memory"); /*at*/
        out[threadIdx.x] = tile[127 - threadIdx.x];
        """,
        threads=(thread(0),),
    ),
    Planted(
        "half of the threads wait at another named barrier",
        "barrier-divergence",
        """
        __shared__ float tile[128];
        tile[threadIdx.x] = in[threadIdx.x];
        int which = 1 FAULT(+ threadIdx.x / 64);
        asm volatile("bar.sync %0, 128;" :: "r"(which) : "memory"); /*at*/
        out[threadIdx.x] = tile[127 - threadIdx.x];
        """,
        threads=(thread(0),),
    ),
    Planted(
        "a producer arrives at one named barrier, its consumer waits at another",
        "barrier-divergence",
        """
        __shared__ float tile[64];
        if (threadIdx.x < 64) {
          tile[threadIdx.x] = in[threadIdx.x];
          asm volatile("bar.arrive 1, 128;" ::: "memory");
        } else {
          CLEAN(asm volatile("bar.sync 1, 128;" ::: "memory"));
          FAULT(asm volatile("bar.sync 2, 128;" ::: "memory")); /*at*/
          out[threadIdx.x] = tile[127 - threadIdx.x];
        }
        """,
        threads=(thread(64),),
    ),
    Planted(
        "a consumer that arrives and does not wait",
        "race-overwrite",
        """
        __shared__ float tile[64];
        if (threadIdx.x < 64) {
          tile[threadIdx.x] = in[threadIdx.x]; /*at*/
          CLEAN(asm volatile("bar.arrive 1, 128;" ::: "memory"));
          FAULT(asm volatile("bar.sync 1, 128;" ::: "memory"));
        } else {
          CLEAN(asm volatile("bar.sync 1, 128;" ::: "memory"));
          FAULT(asm volatile("bar.arrive 1, 128;" ::: "memory"));
          out[threadIdx.x] = tile[127 - threadIdx.x]; /*other*/
        }
        """,
        byte=0,
        threads=(thread(0), thread(127)),
        also=frozenset({"uninitialized"}),
    ),
]

# bar.sync is aligned: all lanes of a warp execute the same one. barrier.sync is not.
ALIGNED = [
    Planted(
        "an aligned barrier of the halves of warps, in two branches",
        "barrier-divergence",
        """
        __shared__ float tile[64];
        float value = in[threadIdx.x];
        if (threadIdx.x % 32 < 16) {
          tile[threadIdx.x] = value + 1;
          CLEAN(asm volatile("barrier.sync 1, 64;" ::: "memory");)
          FAULT(asm volatile("bar.sync 1, 64;" ::: "memory");) /*other*/
          value = tile[63 - threadIdx.x] * 2;
        } else {
          tile[threadIdx.x] = value - 1;
          CLEAN(asm volatile("barrier.sync 1, 64;" ::: "memory");)
          FAULT(asm volatile("bar.sync 1, 64;" ::: "memory");) /*at*/
          value = tile[63 - threadIdx.x] * 3;
        }
        out[threadIdx.x] = value;
        """,
        block=(64, 1, 1),
    ),
    Planted(
        "an aligned barrier of some lanes, which others do not execute",
        "barrier-divergence",
        """
        CLEAN(if (threadIdx.x < 64)) FAULT(if (threadIdx.x % 32 < 16))
          asm volatile("bar.sync 1, 64;" ::: "memory"); /*at*/
        __syncthreads();
        out[threadIdx.x] = in[threadIdx.x];
        """,
    ),
    Planted(
        "an aligned arrival of one lane",
        "barrier-divergence",
        """
        __shared__ float tile[32];
        if (threadIdx.x < 32) {
          tile[threadIdx.x] = in[threadIdx.x];
          __syncwarp();
          FAULT(if (threadIdx.x == 0))
            asm volatile("bar.arrive 1, 64;" ::: "memory"); /*at*/
          out[threadIdx.x + 64] = tile[threadIdx.x];
        } else {
          asm volatile("bar.sync 1, 64;" ::: "memory");
          out[threadIdx.x] = tile[threadIdx.x - 32];
        }
        """,
        block=(64, 1, 1),
        also=frozenset({"race-read"}),
    ),
    Planted(
        "a barrier whose number and count are computed counts too few threads",
        "barrier-divergence",
        """
        int number = n[1], count = n[CLEAN(128) FAULT(64)];
        asm volatile("bar.sync %0, %1;" :: "r"(number), "r"(count) : "memory"); /*at*/
        out[threadIdx.x] = in[threadIdx.x];
        """,
    ),
]
WARPS = [
    Planted(
        "a shuffle down from a lane beyond a branch",
        "inactive-lane",
        """
        float x = in[threadIdx.x];
        if (threadIdx.x % 32 < 16 CLEAN(+ 16))
          x += __shfl_down_sync(0xffffffff, x, 8); /*at*/
        out[threadIdx.x] = x;
        """,
        threads=(thread(8),),
        also=frozenset({"barrier-divergence"}),
    ),
    Planted(
        "a broadcast from a lane that has left",
        "inactive-lane",
        """
        float x = in[threadIdx.x];
        if (threadIdx.x % 32 == n[CLEAN(40) FAULT(31)]) return;
        x += __shfl_sync(0xffffffff, x, 31); /*at*/
        out[threadIdx.x] = x;
        """,
        threads=(thread(0),),
    ),
    Planted(
        "a butterfly in a block that ends within a warp",
        "inactive-lane",
        """
        float x = in[threadIdx.x];
        #pragma unroll
        for (int by = 4 FAULT(* 4); by; by /= 2)
          x += __shfl_xor_sync(__activemask(), x, by); /*at*/
        out[threadIdx.x] = x;
        """,
        block=(48, 1, 1),
        threads=(thread(32),),
    ),
    Planted(
        "a shuffle by lanes that its mask does not name",
        "warp-mask",
        """
        float x = in[threadIdx.x];
        if (threadIdx.x % 32 < 16)
          x += __shfl_xor_sync(CLEAN(0xffff) FAULT(0xff), x, 4); /*at*/
        out[threadIdx.x] = x;
        """,
        threads=(thread(8),),
    ),
    Planted(
        "__syncwarp by lanes that its mask does not name",
        "warp-mask",
        """
        __shared__ float tile[32];
        int mask = CLEAN(0xffff) FAULT(0xff00);
        if (threadIdx.x < 16) {
          tile[threadIdx.x] = in[threadIdx.x];
          __syncwarp(mask); /*at*/
          out[threadIdx.x] = tile[15 - threadIdx.x];
        }
        """,
        block=(32, 1, 1),
        threads=(thread(0),),
        also=frozenset({"warp-synchronous"}),
    ),
    Planted(
        "a vote of the whole warp in a branch that some lanes do not take",
        "barrier-divergence",
        """
        float x = in[threadIdx.x];
        unsigned votes = 0;
        CLEAN(unsigned all = __ballot_sync(0xffffffff, x > 1.7f));
        if (x > 1.5f) { CLEAN(votes = all); FAULT(votes = __ballot_sync(~0u, x > 1.7f)); } /*at*/
        out[threadIdx.x] = votes;
        """,
        block=(32, 1, 1),
    ),
    Planted(
        "a vote of the whole warp after some lanes have left, which is no fault",
        "inactive-lane",
        """
        if (threadIdx.x >= 20) return;
        float x = in[threadIdx.x];
        unsigned votes = __ballot_sync(0xffffffff, x > 1.7f);
        FAULT(x = __shfl_sync(0xffffffff, x, 31)); /*at*/
        out[threadIdx.x] = votes + x;
        """,
        block=(32, 1, 1),
    ),
]

ENDINGS = [
    Planted(
        "__trap",
        "trap",
        """
        if (in[threadIdx.x] < 0 FAULT(+ 2.0f))
          __trap(); /*at*/
        out[threadIdx.x] = in[threadIdx.x];
        """,
    ),
    Planted(
        "threads that wait for ever for a flag in shared memory that is reset",
        "deadlock",
        """
        CLEAN(out[threadIdx.x] = 1);
        FAULT(while (true);) /*at*/
        """,
    ),
    Planted(
        "a flag that is never set, and a loop that counts its attempts in memory",
        "deadlock",
        """
        __shared__ int flag, attempts;
        if (threadIdx.x == 0) flag = attempts = 0;
        __syncthreads();
        if (threadIdx.x == 64) atomicExch(&flag, CLEAN(1) FAULT(0));
        if (threadIdx.x == 0)
          while (atomicAdd(&flag, 0) == 0)
            atomicAdd(&attempts, 1); /*at*/
        out[threadIdx.x] = 1;
        """,
    ),
    Planted(
        "two locks that two warps try in opposite order; one is kept when the other is taken",
        "deadlock",
        """
        __shared__ int lock[2], sum;
        if (threadIdx.x < 2) sum = lock[threadIdx.x] = 0;
        __syncthreads();
        int w = threadIdx.x / 32, done = threadIdx.x % 32 != 0 || w > 1;
        while (!done) {
          if (atomicCAS(&lock[w], 0, 1) == 0) { /*at*/
            if (atomicCAS(&lock[1 - w], 0, 1) == 0) {
              __threadfence_block();
              sum += n[w];
              __threadfence_block();
              atomicExch(&lock[1 - w], 0);
              done = 1;
            }
            FAULT(if (done)) atomicExch(&lock[w], 0);
          }
          if (!done) __nanosleep(w ? 100 : 20);
        }
        out[threadIdx.x] = 1;
        """,
    ),
    Planted(
        "a flag in memory that depends on a countdown in memory, which is not counted down",
        "deadlock",
        """
        __shared__ volatile int left, going, rounds;
        if (threadIdx.x == 0) {
          left = 4300, rounds = 0;
          do {
            left = left - CLEAN(1) FAULT(0); /*at*/
            rounds = rounds + 1;
            going = left != 0;
          } while (going);
        }
        out[threadIdx.x] = 1;
        """,
        block=(32, 1, 1),
    ),
]


@pytest.mark.parametrize(
    "planted", BARRIERS + ALIGNED + WARPS + ENDINGS, ids=lambda planted: planted.name
)
def test_the_misuse_is_found_and_its_twin_is_clean(planted):
    check(planted)


def test_an_endless_loop_ends_at_the_limit_of_steps():
    endless = Planted(
        "a loop that never ends",
        "",
        """
        unsigned x = threadIdx.x, passes = 0;
        for (; x != n[1000] CLEAN(- n[1000] + x); passes++) x = x * 1664525 + 1013904223;
        out[threadIdx.x] = passes;
        """,
    )
    assert not findings(endless, faulty=False)[0].wrong
    with pytest.raises(BeyondLimit, match="more than 20,000 steps; raise the limit"):
        findings(endless, faulty=True, steps=20_000)
    assert issubclass(BeyondLimit, UserError)
