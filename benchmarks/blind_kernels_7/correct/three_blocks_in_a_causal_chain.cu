// Data of the first block reach the third through two flags: the second one only passes the flag on, by release and acquire.
__device__ __forceinline__ int load_acquire(const int* p) { int v; asm volatile("ld.acquire.gpu.global.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ int load_relaxed(const int* p) { int v; asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ void store_release(int* p, int v) { asm volatile("st.release.gpu.global.b32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
__device__ __forceinline__ void store_relaxed(int* p, int v) { asm volatile("st.relaxed.gpu.global.b32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
extern "C" __global__ void chain(int* y, int* data, int* flag, const int* x) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = x[t] ^ 85;
    __syncthreads();
    if (t == 0) store_release(&flag[0], 1);
  } else if (blockIdx.x == 1) {
    if (t == 0) {
      while (load_acquire(&flag[0]) == 0) {}
      store_release(&flag[1], 1);
    }
  } else {
    if (t == 0) {
      while (load_acquire(&flag[1]) == 0) {}
    }
    __syncthreads();
    y[t] = data[63 - t];
  }
}
