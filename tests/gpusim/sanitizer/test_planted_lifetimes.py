"""mbarriers and shared memory used before they begin, or after they end: planted, and found."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from planted import MBARRIER, Planted, check, thread

pytestmark = needs_compiler

HELPERS = (
    MBARRIER
    + """
__device__ void invalidate(void* barrier) {
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" :: "r"(place(barrier)) : "memory");
}
__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}
__device__ unsigned there(void* pointer, unsigned rank) {
  unsigned far;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(far) : "r"(place(pointer)), "r"(rank));
  return far;
}
__device__ void send(float* to, float* from, void* barrier) {
  asm volatile(
      "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
      " [%0], [%1], 512, [%2];"
      :: "r"(there(to, 1)), "r"(place(from)), "r"(there(barrier, 1)) : "memory");
}
__device__ void bulk_store(float* to, float* from) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;"
               :: "l"(to), "r"(place(from)) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
__device__ void read_by_store() { asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }
__device__ void stored() { asm volatile("cp.async.bulk.wait_group 0;" ::: "memory"); }
"""
)
PAIR = 'extern "C" __global__ void __cluster_dims__(2) k(float* out, const float* in, const int* n)'
# A block sends a tile to the other one.
SEND = """
__shared__ __align__(128) float tile[128], got[128];
__shared__ unsigned long long full[1];
tile[threadIdx.x] = in[threadIdx.x];
if (threadIdx.x == 0) { init(full, 1); fence(); if (blockIdx.x) expect(full, 512); }
fence();
cluster_sync();
"""

BARRIERS = [
    Planted(
        "bytes beyond those that a bulk copy brought",
        "uninitialized",
        """
        __shared__ __align__(128) unsigned char tile[512];
        __shared__ unsigned long long full[1];
        int size = CLEAN(512) FAULT(256);
        if (threadIdx.x == 0) {
          init(full, 1);
          fence();
          expect(full, size);
          asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                       " [%0], [%1], %2, [%3];"
                       :: "r"(place(tile)), "l"(in), "r"(size), "r"(place(full)) : "memory");
        }
        __syncthreads();
        wait(full, 0);
        unsigned char value = tile[4 * threadIdx.x + 1]; /*at*/
        out[threadIdx.x] = value + 1.0f;
        """,
        before=HELPERS,
        other="",
        memory="shared",
    ),
    Planted(
        "a named barrier that expects too many warps, beside setmaxnreg",
        "barrier-divergence",
        text="""
        extern "C" __global__ void __launch_bounds__(256, 1)
        k(float* out, const float* in, const int* n) {
          int count = CLEAN(256) FAULT(288);
          if (threadIdx.x < 128) {
            asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
            out[threadIdx.x] = in[threadIdx.x];
            asm volatile("bar.arrive 1, %0;" :: "r"(count) : "memory");
          } else {
            asm volatile("setmaxnreg.inc.sync.aligned.u32 216;");
            asm volatile("bar.sync 1, %0;" :: "r"(count) : "memory"); /*at*/
            out[threadIdx.x] = out[threadIdx.x - 128];
          }
        }
        """,
        block=(256, 1, 1),
        other="",
    ),
    Planted(
        "an mbarrier that ends while another warp may still wait for it",
        "race-overwrite",
        """
        __shared__ unsigned long long full[1];
        if (threadIdx.x == 0) init(full, 128);
        __syncthreads();
        arrive(full);
        wait(full, 0);
        CLEAN(__syncthreads());
        if (threadIdx.x == 0) { invalidate(full); } /*at*/
        out[threadIdx.x] = in[threadIdx.x];
        """,
        before=HELPERS,
        other="",
        threads=(thread(0), thread(32)),
        memory="shared",
    ),
    Planted(
        "an mbarrier that is initialized again but was not invalidated",
        "barrier-not-invalidated",
        """
        __shared__ unsigned long long full[1];
        for (int k = 0; k < 2; k++) {
          if (threadIdx.x == 0) init(full, 128); /*at*/
          __syncthreads();
          arrive(full);
          wait(full, 0);
          __syncthreads();
          CLEAN(if (threadIdx.x == 0) invalidate(full));
        }
        out[threadIdx.x] = in[threadIdx.x];
        """,
        before=HELPERS,
        memory="shared",
    ),
    Planted(
        "data where an mbarrier was not invalidated",
        "barrier-not-invalidated",
        """
        __shared__ union { unsigned long long full[1]; float tile[128]; } both;
        if (threadIdx.x == 0) init(both.full, 128);
        __syncthreads();
        arrive(both.full);
        wait(both.full, 0);
        __syncthreads();
        CLEAN(if (threadIdx.x == 0) invalidate(both.full));
        __syncthreads();
        both.tile[threadIdx.x] = in[threadIdx.x]; /*at*/
        __syncthreads();
        out[threadIdx.x] = both.tile[127 - threadIdx.x];
        """,
        before=HELPERS,
        memory="shared",
        byte=0,
    ),
    Planted(
        "a wait for an mbarrier that was invalidated",
        "barrier-not-initialized",
        """
        __shared__ unsigned long long full[1];
        if (threadIdx.x == 0) init(full, 128);
        __syncthreads();
        arrive(full);
        CLEAN(wait(full, 0));
        __syncthreads();
        if (threadIdx.x == 0) invalidate(full);
        __syncthreads();
        FAULT(wait(full, 0)); /*at*/
        out[threadIdx.x] = in[threadIdx.x];
        """,
        before=HELPERS,
    ),
]

BLOCKS = [
    Planted(
        "a write to a block that may not have started",
        "out-of-bounds",
        text=PAIR
        + """ {
        __shared__ float tile[128];
        CLEAN(cluster_sync());
        unsigned far = there(tile + threadIdx.x, blockIdx.x ^ 1);
        float x = in[threadIdx.x];
        asm volatile("st.shared::cluster.f32 [%0], %1;" :: "r"(far), "f"(x) : "memory"); /*at*/
        cluster_sync();
        out[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x];
        }
        """,
        before=HELPERS,
        grid=(2, 1, 1),
    ),
    Planted(
        "a block that ends before its tile is sent",
        "out-of-bounds",
        text=PAIR
        + " {"
        + SEND
        + """
        if (blockIdx.x == 0 && threadIdx.x == 0) send(got, tile, full); /*at*/
        if (blockIdx.x) { wait(full, 0); out[threadIdx.x] = got[127 - threadIdx.x]; }
        CLEAN(cluster_sync());
        }
        """,
        before=HELPERS,
        grid=(2, 1, 1),
    ),
    Planted(
        "a tile that is overwritten before it is sent",
        "copy-not-awaited",
        text=PAIR
        + " {"
        + SEND
        + """
        if (blockIdx.x == 0 && threadIdx.x == 0) { send(got, tile, full); } /*other*/
        if (blockIdx.x) { wait(full, 0); out[threadIdx.x] = got[127 - threadIdx.x]; }
        CLEAN(cluster_sync());
        if (blockIdx.x == 0) tile[threadIdx.x] = in[threadIdx.x + 1]; /*at*/
        FAULT(cluster_sync());
        __syncthreads();
        if (blockIdx.x == 0) out[128 + threadIdx.x] = tile[127 - threadIdx.x];
        }
        """,
        before=HELPERS,
        grid=(2, 1, 1),
    ),
]

STORES = [
    Planted(
        "a bulk store that is read back before it is written",
        "copy-not-awaited",
        """
        __shared__ __align__(128) float tile[128];
        tile[threadIdx.x] = in[threadIdx.x];
        fence();
        __syncthreads();
        if (threadIdx.x == 0) {
          bulk_store(out, tile); /*other*/
          CLEAN(stored()); FAULT(read_by_store());
        }
        __syncthreads();
        out[128 + threadIdx.x] = out[127 - threadIdx.x]; /*at*/
        """,
        before=HELPERS,
    ),
    Planted(
        "two bulk stores to the same place",
        "copy-not-awaited",
        """
        __shared__ __align__(128) float tile[256];
        tile[threadIdx.x] = in[threadIdx.x];
        tile[threadIdx.x + 128] = in[threadIdx.x + 128];
        fence();
        __syncthreads();
        if (threadIdx.x == 0) {
          bulk_store(out, tile);
          CLEAN(stored());
          bulk_store(out, tile + 128); /*at*/
          stored();
        }
        """,
        before=HELPERS,
        other="at",
    ),
]


@pytest.mark.parametrize("planted", BARRIERS + BLOCKS + STORES, ids=lambda planted: planted.name)
def test_it_is_found_and_its_clean_twin_has_no_findings(planted):
    check(planted)
