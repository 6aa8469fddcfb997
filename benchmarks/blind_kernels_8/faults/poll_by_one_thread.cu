// The first block leaves 64 values in global memory and raises a flag; the second block writes them in reverse order, tripled.
// Fault: only thread 0 waits for the flag, and no barrier keeps the other threads from reading before (data race).
__device__ int load_acquire(const int* p) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(__cvta_generic_to_global(p)) : "memory");
  return v;
}
__device__ void store_release(int* p, int v) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(__cvta_generic_to_global(p)), "r"(v) : "memory");
}
__global__ void hand_over(int* y, int* buffer, int* flag, const int* x) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    buffer[t] = x[t] ^ t;
    __syncthreads();
    if (t == 0) {
      __threadfence();
      store_release(flag, 1);
    }
  } else {
    if (t == 0)
      while (load_acquire(flag) == 0) {
      }
#ifndef FAULT
    __syncthreads();
#endif
    y[t] = buffer[63 - t] * 3;
  }
}
