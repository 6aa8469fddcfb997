// Generic pointers into three kinds of memory are asked what they point to, and mapped addresses for their block.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ unsigned mapa(unsigned a, unsigned rank) { unsigned d; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(rank)); return d; }
extern "C" __global__ void __cluster_dims__(2) ask(int* y) {
  __shared__ int s[4];
  int own[2], t = threadIdx.x;
  own[0] = own[1] = t;
  const int* kinds[3] = {y, s, own + (t & 1)};
  const int* p = kinds[t % 3];
  unsigned rank;
  asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(rank) : "r"(mapa(smem(s), t >> 4)));
  int code = (__isGlobal(p) ? 1 : 0) + (__isShared(p) ? 2 : 0) + (__isLocal(p) ? 4 : 0);
  y[blockIdx.x * 32 + t] = code * 10 + rank;
}
