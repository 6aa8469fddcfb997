"""Clusters, multicast and stores by TMA misused: planted, and found."""

from __future__ import annotations

import pytest
from accesses import needs_compiler
from planted import MBARRIER, Planted, check, thread

from gpusim.launch import TensorMap

pytestmark = needs_compiler

# `out` and `in` as 32 rows of 32 float32, in boxes of 16 rows.
OUT, IN = (TensorMap(argument, (32, 32), (128,), (32, 16), 4) for argument in (0, 1))

CLUSTER = (
    MBARRIER
    + """
__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}
__device__ void relaxed_arrive() {
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
}
__device__ void cluster_wait() { asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); }
__device__ void cluster_fence() { asm volatile("fence.acq_rel.cluster;" ::: "memory"); }
__device__ float other_tile(const float* of, unsigned rank) {
  float value;
  asm volatile(
      "{\\n.reg .b32 there;\\nmapa.shared::cluster.u32 there, %1, %2;\\n"
      "ld.shared::cluster.f32 %0, [there];\\n}"
      : "=f"(value) : "r"(place(of)), "r"(rank) : "memory");
  return value;
}
__device__ unsigned cluster_rank() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ void arrive_at(unsigned long long* barrier, unsigned rank) {
  asm volatile(
      "{\\n.reg .b32 there;\\nmapa.shared::cluster.u32 there, %0, %1;\\n"
      "mbarrier.arrive.shared::cluster.b64 _, [there];\\n}"
      :: "r"(place(barrier)), "r"(rank) : "memory");
}
__device__ void multicast(float* to, const CUtensorMap& map, int row, unsigned long long* full) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;"
      :: "r"(place(to)), "l"(&map), "r"(place(full)), "r"(0), "r"(row), "h"((short)3) : "memory");
}
__device__ void store(const CUtensorMap& map, const float* from, int row) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];"
               :: "l"(&map), "r"(place(from)), "r"(0), "r"(row) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
__device__ void read_by_store() { asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }
__device__ void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
"""
)
PAIR = (
    'extern "C" __global__ void __cluster_dims__(2) k({}float* out, const float* in, const int* n)'
)


def pair(body: str, maps: bool = False) -> str:
    """A kernel of clusters of two blocks, which have a barrier each and a tile of 4 KB."""
    head = PAIR.format("const __grid_constant__ CUtensorMap map, " if maps else "")
    return f"""{head} {{
        __shared__ __align__(1024) float tile[1024];
        __shared__ unsigned long long full[1];
        unsigned rank = cluster_rank(), at = rank * 512 + threadIdx.x;
        {body}
    }} /*end*/
    """


CLUSTERS = [
    Planted(
        "a barrier of another block that may not be there yet",
        "barrier-not-initialized",
        text=pair("""
        if (threadIdx.x == 0) init(full, 1);
        CLEAN(cluster_sync()); FAULT(__syncthreads());
        if (threadIdx.x == 0) arrive_at(full, rank ^ 1); /*at*/
        wait(full, 0);
        out[at] = in[at];
        """),
        before=CLUSTER,
        grid=(2, 1, 1),
        also=frozenset({"out-of-bounds"}),
    ),
    Planted(
        "an arrival at a block that may have ended",
        "out-of-bounds",
        text=pair("""
        if (threadIdx.x == 0) init(full, 1);
        cluster_sync();
        if (threadIdx.x == 0) arrive_at(full, rank ^ 1); /*at*/
        out[at] = in[at];
        CLEAN(cluster_sync());
        """),
        before=CLUSTER,
        grid=(2, 1, 1),
    ),
    Planted(
        "a phase that counts one block's threads",
        "deadlock",
        text=pair("""
        if (threadIdx.x == 0) init(full, 1 FAULT(+ 1));
        cluster_sync();
        if (threadIdx.x == 0) arrive_at(full, rank ^ 1);
        wait(full, 0); /*at*/
        out[at] = in[at];
        """),
        before=CLUSTER,
        grid=(2, 1, 1),
        also=frozenset({"out-of-bounds"}),
    ),
    Planted(
        "a multicast over what the other block still reads",
        "race-overwrite",
        text=pair(
            """
        if (threadIdx.x == 0) { init(full, 1); fence(); }
        cluster_sync();
        float sum = 0;
        #pragma unroll 1
        for (int k = 0; k < n[2]; k++) {
          if (threadIdx.x == 0) {
            expect(full, 4096);
            multicast(tile + 512 * rank, map, 16 * rank, full); /*at*/
          }
          wait(full, k & 1);
          sum += tile[at] + tile[at ^ 512]; /*other*/
          CLEAN(cluster_sync()); FAULT(__syncthreads());
        }
        out[at] = sum;
        """,
            maps=True,
        ),
        before=CLUSTER,
        grid=(2, 1, 1),
        maps=(IN,),
        also=frozenset({"copy-not-awaited", "out-of-bounds"}),
    ),
]
# barrier.cluster.arrive.relaxed orders no memory accesses.
RELAXED = [
    Planted(
        "a relaxed arrival before another block reads the tile",
        "race-read",
        text=pair("""
        tile[threadIdx.x] = in[at]; /*other*/
        CLEAN(cluster_fence());
        relaxed_arrive();
        cluster_wait();
        out[at] = other_tile(tile + threadIdx.x, rank ^ 1); /*at*/
        cluster_sync();
        """),
        before=CLUSTER,
        grid=(2, 1, 1),
        memory="shared",
        byte=0,
    ),
    Planted(
        "a fence before the write that a relaxed arrival is to release",
        "race-read",
        text=pair("""
        FAULT(cluster_fence());
        tile[threadIdx.x] = in[at]; /*other*/
        CLEAN(cluster_fence());
        relaxed_arrive();
        cluster_wait();
        out[at] = other_tile(tile + threadIdx.x, rank ^ 1); /*at*/
        relaxed_arrive();
        cluster_wait();
        """),
        before=CLUSTER,
        grid=(2, 1, 1),
    ),
    Planted(
        "a relaxed arrival before the other block's tile is overwritten",
        "race-overwrite",
        text=pair("""
        tile[threadIdx.x] = in[at];
        cluster_sync();
        out[at] = other_tile(tile + threadIdx.x, rank ^ 1); /*other*/
        CLEAN(cluster_fence());
        relaxed_arrive();
        cluster_wait();
        tile[threadIdx.x] = 0; /*at*/
        __syncthreads();
        """),
        before=CLUSTER,
        grid=(2, 1, 1),
    ),
    Planted(
        "a relaxed arrival before another block reads what is in global memory",
        "race-read",
        text=pair("""
        out[at] = in[at]; /*other*/
        CLEAN(cluster_sync());
        FAULT(relaxed_arrive());
        FAULT(cluster_wait());
        float other = out[at ^ 512]; /*at*/
        cluster_sync();
        out[at] = other;
        """),
        before=CLUSTER,
        grid=(2, 1, 1),
    ),
    Planted(
        "mbarriers that are initialized without fence.mbarrier_init",
        "barrier-not-initialized",
        text=pair("""
        if (threadIdx.x == 0) { init(full, 1); CLEAN(fence()); }
        relaxed_arrive();
        cluster_wait();
        if (threadIdx.x == 0) arrive_at(full, rank ^ 1); /*at*/
        if (threadIdx.x == 0) wait(full, 0);
        out[at] = in[at];
        """),
        before=CLUSTER,
        grid=(2, 1, 1),
    ),
]
STORES = [
    Planted(
        "a tile that is stored without a fence",
        "proxy-fence",
        """
        __shared__ __align__(128) float tile[512];
        for (int i = 0; i < 4; i++) tile[threadIdx.x + 128 * i] = in[threadIdx.x]; /*other*/
        CLEAN(proxy_fence());
        __syncthreads();
        if (threadIdx.x == 0) { store(map, tile, 0); /*at*/
          read_by_store(); }
        """,
        before=CLUSTER,
        maps=(OUT,),
    ),
    Planted(
        "a tile that is stored before all have written it",
        "race-read",
        """
        __shared__ __align__(128) float tile[512];
        for (int i = 0; i < 4; i++) tile[threadIdx.x + 128 * i] = in[threadIdx.x]; /*other*/
        proxy_fence();
        CLEAN(__syncthreads());
        if (threadIdx.x == 0) { store(map, tile, 0); /*at*/
          read_by_store(); }
        """,
        before=CLUSTER,
        maps=(OUT,),
        also=frozenset({"proxy-fence"}),
    ),
    Planted(
        "a tile that is written again before the store has read it",
        "copy-not-awaited",
        """
        __shared__ __align__(128) float tile[512];
        #pragma unroll 1
        for (int k = 0; k < n[2]; k++) {
          if (threadIdx.x == 0) CLEAN(read_by_store());
          __syncthreads();
          for (int i = 0; i < 4; i++) tile[threadIdx.x + 128 * i] = in[threadIdx.x + k]; /*at*/
          proxy_fence();
          __syncthreads();
          if (threadIdx.x == 0) store(map, tile, 16 * k); /*other*/
        }
        if (threadIdx.x == 0) read_by_store();
        """,
        before=CLUSTER,
        maps=(OUT,),
    ),
    Planted(
        "a tile that is written again before others know that it is read",
        "race-overwrite",
        """
        __shared__ __align__(128) float tile[512];
        #pragma unroll 1
        for (int k = 0; k < n[2]; k++) {
          if (threadIdx.x == 0) read_by_store();
          CLEAN(__syncthreads());
          for (int i = 0; i < 4; i++) tile[threadIdx.x + 128 * i] = in[threadIdx.x + k]; /*at*/
          proxy_fence();
          __syncthreads();
          if (threadIdx.x == 0) store(map, tile, 16 * k); /*other*/
        }
        if (threadIdx.x == 0) read_by_store();
        """,
        before=CLUSTER,
        maps=(OUT,),
        also=frozenset({"warp-synchronous"}),
    ),
    Planted(
        "a block that ends before its tile is read",
        "copy-never-awaited",
        """
        __shared__ __align__(128) float tile[512];
        for (int i = 0; i < 4; i++) tile[threadIdx.x + 128 * i] = in[threadIdx.x];
        proxy_fence();
        __syncthreads();
        if (threadIdx.x == 0) { store(map, tile, 0); /*at*/
          CLEAN(read_by_store()); }
        """,
        before=CLUSTER,
        maps=(OUT,),
        threads=(thread(0),),
    ),
]


@pytest.mark.parametrize("planted", CLUSTERS + RELAXED + STORES, ids=lambda planted: planted.name)
def test_it_is_found_and_its_clean_twin_has_no_findings(planted):
    check(planted)
