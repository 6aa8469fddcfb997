// Four diffusion steps on a ring of 128 cells, 64 per block of a pair; a cell at an edge reads its neighbour in the other block.
// Fault: only one cluster barrier per step, so a block changes its cells while the other still reads them (race on distributed shared memory).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ unsigned map_shared(unsigned address, unsigned rank) {
  unsigned remote;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(address), "r"(rank));
  return remote;
}
__device__ __forceinline__ unsigned cluster_rank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ __forceinline__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}
__device__ int load_cell(unsigned cells, int i) {
  int v;
  asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(map_shared(cells + i % 64 * 4, i / 64 % 2)) : "memory");
  return v;
}
extern "C" __global__ void __cluster_dims__(2) diffuse(int* y, const int* x) {
  __shared__ int cells[64];
  unsigned address = shared_address(cells);
  int t = threadIdx.x, i = cluster_rank() * 64 + t;
  cells[t] = x[i];
  for (int step = 0; step < 4; ++step) {
    cluster_sync();
    int v = load_cell(address, i + 127) + 2 * cells[t] + load_cell(address, i + 1);
#ifndef FAULT
    cluster_sync();
#endif
    cells[t] = v;
  }
  y[i] = cells[t];
  cluster_sync();
}
