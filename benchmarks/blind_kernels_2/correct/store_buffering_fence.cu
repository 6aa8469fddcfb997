// Dekker's test: each of two threads stores its flag, fences (sc), and reads the other's; at least one sees the other.
__device__ __forceinline__ int ld_relaxed(const int* p) { int v; asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ void st_relaxed(int* p, int v) { asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
extern "C" __global__ void race(int* a, int* b, int* r) {
  int t = threadIdx.x;
  int* mine = blockIdx.x ? b : a;
  int* other = blockIdx.x ? a : b;
  st_relaxed(mine + t, 1);
  asm volatile("fence.sc.gpu;" ::: "memory");
  r[blockIdx.x * 64 + t] = ld_relaxed(other + t);
}
extern "C" __global__ void join(int* y, int* r) {
  y[threadIdx.x] = r[threadIdx.x] | r[64 + threadIdx.x];
  r[threadIdx.x] = r[64 + threadIdx.x] = 1;
}
