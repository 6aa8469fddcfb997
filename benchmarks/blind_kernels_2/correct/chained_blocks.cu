// An inclusive scan over five blocks: each waits for its predecessor's carry, released by a flag.
__device__ __forceinline__ int ld_acquire(const int* p) { int v; asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ void st_release(int* p, int v) { asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
extern "C" __global__ void scan(int* y, int* carry, int* flag, const int* x) {
  __shared__ int s[64];
  __shared__ int base;
  int t = threadIdx.x, b = blockIdx.x;
  s[t] = x[b * 64 + t];
  __syncthreads();
  int v = 0;
  for (int k = 0; k <= t; ++k) v += s[k];
  if (t == 63) {
    int in = 0;
    if (b > 0) {
      while (ld_acquire(&flag[b]) == 0) {}
      in = carry[b];
    }
    carry[b + 1] = in + v;
    st_release(&flag[b + 1], 1);
    base = in;
  }
  __syncthreads();
  y[b * 64 + t] = base + v;
}
