// A block passes three messages of 32 values to another one through one buffer in global memory, with a flag and an acknowledgement.
// Fault: the reader waits for any flag, so that from the second round on the flag of the round before lets it pass (data race).
__device__ int load_acquire(const int* p) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(__cvta_generic_to_global(p)) : "memory");
  return v;
}
__device__ void store_release(int* p, int v) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(__cvta_generic_to_global(p)), "r"(v) : "memory");
}
__global__ void messages(int* y, int* buffer, int* flag, int* done, const int* x) {
  const int t = threadIdx.x;
  for (int r = 0; r < 3; r++) {
    if (blockIdx.x == 0) {
      if (t == 0)
        while (load_acquire(done) < r) {
        }
      __syncthreads();
      buffer[t] = x[r * 32 + t];
      __syncthreads();
      if (t == 0) store_release(flag, r + 1);
    } else {
      if (t == 0)
#ifdef FAULT
        while (load_acquire(flag) == 0) {
#else
        while (load_acquire(flag) < r + 1) {
#endif
        }
      __syncthreads();
      y[r * 32 + t] = buffer[31 - t];
      __syncthreads();
      if (t == 0) store_release(done, r + 1);
    }
  }
}
