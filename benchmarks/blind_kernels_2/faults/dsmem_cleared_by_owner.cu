// Each block of a cluster of four clears a histogram of its range; all blocks count into the owners' shared memory.
// Fault: only a block barrier follows the clearing, so another block may count before (race).
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned d; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(rank)); return d; }
__device__ __forceinline__ void cluster_sync() { asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory"); }
extern "C" __global__ void __cluster_dims__(4) histogram(int* y, const int* x) {
  __shared__ int bins[64];
  int t = threadIdx.x, v = x[blockIdx.x * 64 + t];
  bins[t] = 0;
#ifdef FAULT
  __syncthreads();
#else
  cluster_sync();
#endif
  asm volatile("red.relaxed.cluster.shared::cluster.add.s32 [%0], %1;" ::"r"(mapa(smem(&bins[v]), v & 3)), "r"(1) : "memory");
  cluster_sync();
  y[blockIdx.x * 64 + t] = bins[t];
}
