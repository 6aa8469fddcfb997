// Blocks in the order of their tickets add their row to the row before, which is handed on by release and acquire in PTX.
__device__ __forceinline__ unsigned load_acquire(const unsigned* p) {
  unsigned v;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ __forceinline__ void store_release(unsigned* p, unsigned v) { asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
extern "C" __global__ void chain(unsigned* y, const unsigned* x, unsigned* flag, unsigned* ticket) {
  __shared__ unsigned number;
  int t = threadIdx.x;
  if (t == 0) number = atomicAdd(ticket, 1u);
  __syncthreads();
  unsigned b = number, v = x[b * 64 + t];
  if (b > 0) {
    if (t == 0)
      while (load_acquire(&flag[b - 1]) == 0) {}
    __syncthreads();
    v += y[(b - 1) * 64 + (t + 1) % 64];
  }
  y[b * 64 + t] = v;
  __syncthreads();
  if (t == 0) store_release(&flag[b], 1);
}
