"""cp.async, TMA and mbarriers misused: planted, and found."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from planted import MBARRIER, Planted, check, thread

from gpusim.launch import TensorMap

pytestmark = needs_compiler

COPY = """
__device__ __forceinline__ void copy(float* to, const float* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
               :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wait() {
  asm volatile("cp.async.wait_group %0;" :: "n"(N) : "memory");
}
"""
# A loop over tiles with one more under way than is used.
PIPELINE = """
        const int stages = CLEAN({clean}) FAULT({faulty});
        __shared__ float tile[stages][128];
        float sum = 0;
        for (int i = 0; i < 2; i++) {{
          copy(&tile[i % stages][threadIdx.x], in + 128 * i);
          commit();
        }}
        #pragma unroll 1
        for (int k = 0; k < n[5]; k++) {{
          wait<1>();
          __syncthreads();
          copy(&tile[(k + 2) % stages][threadIdx.x], in + 128 * (k % 4)); /*other*/
          commit();
          sum += tile[k % stages][127 - threadIdx.x]; /*at*/
        }}
        wait<0>();
        out[threadIdx.x] = sum;
"""

CP_ASYNC = [
    Planted(
        "no wait for a copy",
        "copy-not-awaited",
        """
        __shared__ float tile[128];
        copy(&tile[threadIdx.x], in + threadIdx.x); /*other*/
        commit();
        CLEAN(wait<0>());
        __syncthreads();
        out[threadIdx.x] = tile[127 - threadIdx.x]; /*at*/
        """,
        before=COPY,
        byte=508,
        threads=(thread(0), thread(127)),
        also=frozenset({"copy-never-awaited"}),
    ),
    Planted(
        "a wait whose count is one too high",
        "copy-not-awaited",
        """
        __shared__ float tile[2][128];
        copy(&tile[0][threadIdx.x], in + threadIdx.x);
        commit();
        copy(&tile[1][threadIdx.x], in + threadIdx.x + 128); /*other*/
        commit();
        wait<0 FAULT(+ 1)>();
        __syncthreads();
        out[threadIdx.x] = tile[0][127 - threadIdx.x] + tile[1][threadIdx.x ^ 1]; /*at*/
        """,
        before=COPY,
        byte=516,
        threads=(thread(0), thread(1)),
        also=frozenset({"copy-never-awaited"}),
    ),
    Planted(
        "no barrier after the wait",
        "race-read",
        """
        __shared__ float tile[128];
        copy(&tile[threadIdx.x], in + threadIdx.x); /*other*/
        commit();
        wait<0>();
        CLEAN(__syncthreads());
        out[threadIdx.x] = tile[127 - threadIdx.x]; /*at*/
        """,
        before=COPY,
        byte=508,
        threads=(thread(0), thread(127)),
    ),
    Planted(
        "the wait stands behind the barrier",
        "race-read",
        """
        __shared__ float tile[128];
        copy(&tile[threadIdx.x], in + threadIdx.x); /*other*/
        commit();
        FAULT(__syncthreads());
        wait<0>();
        CLEAN(__syncthreads());
        out[threadIdx.x] = tile[127 - threadIdx.x]; /*at*/
        """,
        before=COPY,
        byte=508,
        threads=(thread(0), thread(127)),
    ),
    Planted(
        "a stage too few: a buffer is refilled while others read it",
        "copy-not-awaited",
        PIPELINE.format(clean=3, faulty=2),
        before=COPY,
        byte=508,
        threads=(thread(0), thread(127)),
    ),
    Planted(
        "a store into what a copy fills",
        "copy-not-awaited",
        """
        __shared__ float tile[128];
        copy(&tile[threadIdx.x], in + threadIdx.x); /*other*/
        commit();
        CLEAN(wait<0>());
        if (in[threadIdx.x] > 1.5f)
          tile[threadIdx.x] = 0; /*at*/
        FAULT(wait<0>());
        __syncthreads();
        out[threadIdx.x] = tile[127 - threadIdx.x];
        """,
        before=COPY,
        also=frozenset({"race-read"}),
    ),
    Planted(
        "a copy that is in no group when it is waited for",
        "copy-not-awaited",
        """
        __shared__ float tile[128];
        copy(&tile[threadIdx.x], in + threadIdx.x); /*other*/
        CLEAN(commit());
        wait<0>();
        __syncthreads();
        out[threadIdx.x] = tile[127 - threadIdx.x]; /*at*/
        """,
        before=COPY,
        byte=508,
        threads=(thread(0), thread(127)),
        also=frozenset({"copy-never-awaited"}),
    ),
]

# Boxes of 4 rows of 32 floats, as many as the block has threads.
MAP = (TensorMap(argument=1, shape=(32, 32), strides=(128,), box=(32, 4), itemsize=4),)
START = """
        __shared__ __align__(128) float tile[2][128];
        __shared__ unsigned long long full[2];
"""

HANDED_ON = [
    Planted(
        "an mbarrier that counts one thread too few",
        "race-read",
        """
        __shared__ float tile[128];
        __shared__ unsigned long long full;
        if (threadIdx.x == 0) init(&full, 128 FAULT(- 64));
        __syncthreads();
        tile[threadIdx.x] = in[threadIdx.x]; /*other*/
        if (threadIdx.x < 128 FAULT(- 64)) arrive(&full);
        wait(&full, 0);
        out[threadIdx.x] = tile[127 - threadIdx.x]; /*at*/
        """,
        before=MBARRIER,
        byte=508,
        threads=(thread(0), thread(127)),
    ),
    Planted(
        "an mbarrier that counts more threads than come",
        "deadlock",
        """
        __shared__ float tile[128];
        __shared__ unsigned long long full;
        if (threadIdx.x == 0) init(&full, 128 FAULT(+ 1));
        __syncthreads();
        tile[threadIdx.x] = in[threadIdx.x];
        arrive(&full);
        wait(&full, 0); /*at*/
        out[threadIdx.x] = tile[127 - threadIdx.x];
        """,
        before=MBARRIER,
        threads=(thread(0),),
    ),
    Planted(
        "a lane that reads before the mbarrier at which another lane of its warp arrives",
        "warp-synchronous",
        """
        __shared__ float part[4];
        __shared__ unsigned long long full;
        if (threadIdx.x == 0) init(&full, 4);
        __syncthreads();
        if (threadIdx.x % 32 == 0) {
          part[threadIdx.x / 32] = in[threadIdx.x]; /*other*/
          arrive(&full);
        }
        CLEAN(wait(&full, 0));
        out[threadIdx.x] = part[threadIdx.x / 32]; /*at*/
        """,
        before=MBARRIER,
        also=frozenset({"race-read"}),
    ),
    Planted(
        "an mbarrier that nobody initialized",
        "barrier-not-initialized",
        """
        __shared__ float tile[128];
        __shared__ unsigned long long full;
        CLEAN(if (threadIdx.x == 0) init(&full, 128));
        __syncthreads();
        tile[threadIdx.x] = in[threadIdx.x];
        arrive(&full); /*at*/
        CLEAN(wait(&full, 0));
        out[threadIdx.x] = tile[threadIdx.x];
        """,
        before=MBARRIER,
        threads=(thread(0),),
    ),
    Planted(
        "an mbarrier that is used before others know it",
        "barrier-not-initialized",
        """
        __shared__ float tile[128];
        __shared__ unsigned long long full;
        if (threadIdx.x == 0) init(&full, 128);
        CLEAN(__syncthreads());
        tile[threadIdx.x] = in[threadIdx.x];
        arrive(&full); /*at*/
        wait(&full, 0);
        out[threadIdx.x] = tile[127 - threadIdx.x];
        """,
        before=MBARRIER,
        threads=(thread(32),),
    ),
    Planted(
        "a wait for the phase before",
        "deadlock",
        """
        __shared__ float tile[128];
        __shared__ unsigned long long full;
        if (threadIdx.x == 0) init(&full, 128);
        __syncthreads();
        tile[threadIdx.x] = in[threadIdx.x];
        arrive(&full);
        wait(&full, 0 FAULT(+ 1)); /*at*/
        out[threadIdx.x] = tile[127 - threadIdx.x];
        """,
        before=MBARRIER,
        threads=(thread(0),),
    ),
]

TMA = [
    Planted(
        "of the fences of an mbarrier's initialization, another one; SASS has a NOP for both",
        "barrier-not-initialized",
        START
        + """
        if (threadIdx.x == 0) {
          init(full, 1);
          CLEAN(asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"));
          FAULT(asm volatile("fence.acq_rel.cta;" ::: "memory"));
        }
        __syncthreads();
        if (threadIdx.x == 0) {
          expect(full, 512);
          load(tile[0], map, 0, full); /*at*/
        }
        wait(full, 0);
        out[threadIdx.x] = tile[0][threadIdx.x];
        """,
        before=MBARRIER,
        maps=MAP,
        threads=(thread(0),),
    ),
    Planted(
        "a mbarrier's initialization is not fenced",
        "barrier-not-initialized",
        START
        + """
        if (threadIdx.x == 0) {
          init(full, 1);
          CLEAN(fence());
        }
        __syncthreads();
        if (threadIdx.x == 0) {
          expect(full, 512);
          load(tile[0], map, 0, full); /*at*/
        }
        wait(full, 0);
        out[threadIdx.x] = tile[0][threadIdx.x];
        """,
        before=MBARRIER,
        maps=MAP,
        threads=(thread(0),),
    ),
    Planted(
        "more bytes are expected than come",
        "deadlock",
        START
        + """
        if (threadIdx.x == 0) { init(full, 1); fence(); }
        __syncthreads();
        if (threadIdx.x == 0) {
          expect(full, 512 FAULT(+ 512));
          load(tile[0], map, 0, full);
        }
        wait(full, 0); /*at*/
        out[threadIdx.x] = tile[0][threadIdx.x];
        """,
        before=MBARRIER,
        maps=MAP,
    ),
    Planted(
        "fewer bytes are expected than come",
        "copy-not-awaited",
        START
        + """
        if (threadIdx.x == 0) { init(full, 1); fence(); }
        __syncthreads();
        if (threadIdx.x == 0) {
          expect(full, 1024 FAULT(- 512));
          load(tile[0], map, 0, full), load(tile[1], map, 4, full); /*other*/
        }
        wait(full, 0);
        out[threadIdx.x] = tile[0][threadIdx.x];
        out[threadIdx.x + 128] = tile[1][threadIdx.x]; /*at*/
        """,
        before=MBARRIER,
        maps=MAP,
        byte=512,
        threads=(thread(0),),
    ),
    Planted(
        "nobody waits for a load",
        "copy-not-awaited",
        START
        + """
        if (threadIdx.x == 0) { init(full, 1); fence(); }
        __syncthreads();
        if (threadIdx.x == 0) {
          expect(full, 512);
          load(tile[0], map, 0, full); /*other*/
        }
        CLEAN(wait(full, 0));
        FAULT(__syncthreads());
        out[threadIdx.x] = tile[0][threadIdx.x]; /*at*/
        """,
        before=MBARRIER,
        maps=MAP,
        byte=0,
        threads=(thread(0),),
    ),
    Planted(
        "a load is waited for with the wrong parity",
        "deadlock",
        START
        + """
        if (threadIdx.x == 0) { init(full, 1); fence(); }
        __syncthreads();
        if (threadIdx.x == 0) {
          expect(full, 512);
          load(tile[0], map, 0, full);
        }
        wait(full, 0 FAULT(+ 1)); /*at*/
        out[threadIdx.x] = tile[0][threadIdx.x];
        """,
        before=MBARRIER,
        maps=MAP,
        threads=(thread(0),),
    ),
    Planted(
        "a wait that is tried once, and may time out",
        "copy-not-awaited",
        START
        + """
        if (threadIdx.x == 0) { init(full, 1); fence(); }
        __syncthreads();
        if (threadIdx.x == 0) {
          expect(full, 512);
          load(tile[0], map, 0, full); /*other*/
        }
        CLEAN(wait(full, 0));
        FAULT(asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;}"
                           :: "r"(place(full)) : "memory"));
        out[threadIdx.x] = tile[0][threadIdx.x]; /*at*/
        """,
        before=MBARRIER,
        maps=MAP,
    ),
    Planted(
        "a stage's parity does not change with its turns",
        "deadlock",
        START
        + """
        if (threadIdx.x == 0) { init(full, 1); fence(); }
        __syncthreads();
        float sum = 0;
        #pragma unroll 1
        for (int k = 0; k < n[3]; k++) {
          if (threadIdx.x == 0) {
            expect(full, 512);
            load(tile[0], map, 4 * k, full);
          }
          wait(full, CLEAN(k & 1) FAULT(n[0])); /*at*/
          sum += tile[0][threadIdx.x];
          __syncthreads();
        }
        out[threadIdx.x] = sum;
        """,
        before=MBARRIER,
        maps=MAP,
        threads=(thread(0),),
    ),
    Planted(
        "a buffer is refilled before all have read it",
        "race-overwrite",
        START
        + """
        if (threadIdx.x == 0) { init(full, 1); fence(); }
        __syncthreads();
        float sum = 0;
        #pragma unroll 1
        for (int k = 0; k < n[3]; k++) {
          if (threadIdx.x == 0) {
            expect(full, 512);
            load(tile[0], map, 4 * k, full); /*at*/
          }
          wait(full, k & 1);
          sum += tile[0][threadIdx.x]; /*other*/
          CLEAN(__syncthreads());
        }
        out[threadIdx.x] = sum;
        """,
        before=MBARRIER,
        maps=MAP,
        also=frozenset({"warp-synchronous"}),
    ),
    Planted(
        "a buffer that threads wrote is handed to TMA without a fence",
        "proxy-fence",
        START
        + """
        if (threadIdx.x == 0) { init(full, 1); fence(); }
        tile[0][threadIdx.x] = in[threadIdx.x]; /*other*/
        CLEAN(fence());
        __syncthreads();
        float sum = tile[0][127 - threadIdx.x];
        __syncthreads();
        if (threadIdx.x == 0) {
          expect(full, 512);
          load(tile[0], map, 0, full); /*at*/
        }
        wait(full, 0);
        out[threadIdx.x] = tile[0][threadIdx.x] + sum;
        """,
        before=MBARRIER,
        maps=MAP,
        byte=0,
    ),
]


@pytest.mark.parametrize("planted", CP_ASYNC + HANDED_ON + TMA, ids=lambda planted: planted.name)
def test_the_misuse_is_found_and_its_twin_is_clean(planted):
    check(planted)
