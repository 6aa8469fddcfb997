"""Proxy fences that are missing, or of the wrong state space: planted, and found."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from planted import MBARRIER, Planted, check, thread

pytestmark = needs_compiler

BULK = (
    MBARRIER
    + """
__device__ __forceinline__ void bring(void* to, const void* from, int bytes, void* barrier) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
      :: "r"(place(to)), "l"(from), "r"(bytes), "r"(place(barrier)) : "memory");
}
__device__ __forceinline__ void take(void* to, const void* from, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
               :: "l"(to), "r"(place(from)), "r"(bytes) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
__device__ __forceinline__ void taken() {
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
__device__ __forceinline__ void is_read() {
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
#define PROXY_FENCE(SPACE) asm volatile("fence.proxy.async" SPACE ";" ::: "memory")
"""
)
START = """
        __shared__ __align__(128) float tile[128];
        __shared__ unsigned long long full[1];
        if (threadIdx.x == 0) { init(full, 1); fence(); }
"""
# Thread 0 copies what all threads wrote.
COPY = """
        if (threadIdx.x == 0) {
          expect(full, 512);
          bring(tile, out, 512, full); /*at*/
        }
        wait(full, 0);
        out[128 + threadIdx.x] = tile[127 - threadIdx.x];
"""
GLOBAL = [
    Planted(
        "what the block wrote is copied in bulk without a fence",
        "proxy-fence",
        START
        + """
        out[threadIdx.x] = in[threadIdx.x]; /*other*/
        CLEAN(PROXY_FENCE(".global"));
        __syncthreads();
        """
        + COPY,
        before=BULK,
        memory="out",
        byte=0,
        threads=(thread(0), thread(0)),
    ),
    Planted(
        "a fence of shared memory for what is in global memory",
        "proxy-fence",
        START
        + """
        out[threadIdx.x] = in[threadIdx.x]; /*other*/
        CLEAN(PROXY_FENCE("")); FAULT(PROXY_FENCE(".shared::cta"));
        __syncthreads();
        """
        + COPY,
        before=BULK,
    ),
    Planted(
        "the copying thread fences before the barrier, not after it",
        "proxy-fence",
        START
        + """
        out[threadIdx.x] = in[threadIdx.x]; /*other*/
        FAULT(if (threadIdx.x == 0) PROXY_FENCE(""));
        __syncthreads();
        CLEAN(if (threadIdx.x == 0) PROXY_FENCE(""));
        """
        + COPY,
        before=BULK,
        byte=4,
        threads=(thread(0), thread(1)),
    ),
    Planted(
        "a bulk copy of what other threads still write",
        "race-read",
        START
        + """
        out[threadIdx.x] = in[threadIdx.x]; /*other*/
        PROXY_FENCE("");
        CLEAN(__syncthreads());
        """
        + COPY,
        before=BULK,
        also=frozenset(
            {"warp-synchronous", "proxy-fence", "race-write", "barrier-not-initialized"}
        ),
    ),
    Planted(
        "a bulk copy of what a bulk store has not yet written",
        "copy-not-awaited",
        START
        + """
        tile[threadIdx.x] = in[threadIdx.x];
        PROXY_FENCE(".shared::cta");
        __syncthreads();
        if (threadIdx.x == 0) {
          take(out, tile, 512); /*other*/
          CLEAN(taken()); FAULT(is_read());
        }
        __syncthreads();
        """
        + COPY,
        before=BULK,
        memory="out",
        byte=0,
    ),
    Planted(
        "a block copies in bulk what another one handed to it",
        "proxy-fence",
        START
        + """
        int* flag = (int*)n;
        if (blockIdx.x == 0) {
          out[threadIdx.x] = in[threadIdx.x]; /*other*/
          __syncthreads();
          if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(flag, 1);
          }
          return;
        }
        if (threadIdx.x == 0) {
          while (atomicAdd(flag, 0) != 1);
          __threadfence();
          CLEAN(PROXY_FENCE(""));
        }
        __syncthreads();
        """
        + COPY,
        before=BULK,
        grid=(2, 1, 1),
        memory="out",
        byte=0,
        threads=(thread(0, block=(1, 0, 0)), thread(0)),
    ),
]
SHARED = [
    Planted(
        "counts of atomics are stored in bulk without a fence",
        "proxy-fence",
        """
        __shared__ __align__(128) int counts[128];
        counts[threadIdx.x] = 0;
        __syncthreads();
        atomicAdd(&counts[n[threadIdx.x] % 128], 1); /*other*/
        CLEAN(PROXY_FENCE(".shared::cta"));
        __syncthreads();
        if (threadIdx.x == 0) {
          take(out, counts, 512); /*at*/
          taken();
        }
        """,
        before=BULK,
        memory="shared",
        byte=0,
    ),
    Planted(
        "a fence of global memory for what is in shared memory",
        "proxy-fence",
        """
        __shared__ __align__(128) float tile[128];
        tile[threadIdx.x] = in[threadIdx.x]; /*other*/
        CLEAN(PROXY_FENCE("")); FAULT(PROXY_FENCE(".global"));
        __syncthreads();
        if (threadIdx.x == 0) {
          take(out, tile, 512); /*at*/
          taken();
        }
        """,
        before=BULK,
        memory="shared",
        byte=0,
    ),
]


@pytest.mark.parametrize("planted", GLOBAL + SHARED, ids=lambda planted: planted.name)
def test_the_missing_fence_is_found_and_its_twin_is_clean(planted):
    check(planted)
