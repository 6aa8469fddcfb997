// Each block of a cluster of four adds the partial sums of all four out of distributed shared memory.
// Fault: __syncthreads instead of a cluster barrier before the other blocks' sums are read.
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned r; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(rank)); return r; }
__device__ __forceinline__ unsigned ld_cluster_u32(unsigned a) { unsigned v; asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(a) : "memory"); return v; }

extern "C" __global__ void __cluster_dims__(4, 1, 1) sums(int* y, const int* x) {
  __shared__ int part[2];
  int t = threadIdx.x;
  int v = x[blockIdx.x * 64 + t];
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
  if (t % 32 == 0) part[t / 32] = v;
#ifdef FAULT
  __syncthreads();
#else
  cluster_sync();
#endif
  if (t == 0) {
    unsigned sum = 0;
    for (unsigned r = 0; r < 4; ++r)
      for (int w = 0; w < 2; ++w) sum += ld_cluster_u32(mapa((unsigned)__cvta_generic_to_shared(&part[w]), r));
    y[blockIdx.x] = (int)sum;
  }
  cluster_sync();
}
