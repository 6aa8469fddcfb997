// A reduction over a ring of four blocks: in each of three steps a block adds a chunk of its predecessor's vector to its own.
// Fault: the chunk that the predecessor is about to receive itself is taken, not the one it has just summed (wrong chunk, wrong sums).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ unsigned cluster_rank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ __forceinline__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}
__device__ __forceinline__ unsigned map_rank(unsigned address, unsigned rank) {
  unsigned mapped;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address), "r"(rank));
  return mapped;
}
extern "C" __global__ void __cluster_dims__(4) reduce_scatter(int* y, const int* x) {
  __shared__ int v[128];
  unsigned rank = cluster_rank();
  int t = threadIdx.x;
  for (int i = t; i < 128; i += 32) v[i] = x[blockIdx.x * 128 + i];
  cluster_sync();
  for (unsigned s = 0; s < 3; ++s) {
#ifdef FAULT
    unsigned place = (rank + 4 - s) % 4 * 32 + t;
#else
    unsigned place = (rank + 3 - s) % 4 * 32 + t;
#endif
    int received;
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(received) : "r"(map_rank(shared_address(&v[place]), (rank + 3) % 4)) : "memory");
    v[place] += received;
    cluster_sync();
  }
  unsigned place = (rank + 1) % 4 * 32 + t;
  y[blockIdx.x / 4 * 128 + place] = v[place];
}
