// Three blocks add up columns of each other's rows for five steps; they meet at a barrier whose last block resets the arrivals.
// Fault: the arrivals are reset after the others have been let go, so that arrivals at the next barrier can be lost (deadlock).
__device__ int load_acquire(const int* p) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(__cvta_generic_to_global(p)) : "memory");
  return v;
}
__device__ void store_release(int* p, int v) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(__cvta_generic_to_global(p)), "r"(v) : "memory");
}
__device__ void meet(int* arrived, int* turn, int step) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(arrived, 1) == 2) {
      __threadfence();
#ifdef FAULT
      store_release(turn, step);
      atomicExch(arrived, 0);
#else
      atomicExch(arrived, 0);
      store_release(turn, step);
#endif
    } else {
      while (load_acquire(turn) < step) {
      }
    }
  }
  __syncthreads();
}
__global__ void columns(unsigned* rows, int* arrived, int* turn, const unsigned* x) {
  const int t = threadIdx.x, b = blockIdx.x;
  unsigned v = x[b * 32 + t];
  for (int step = 1; step <= 5; step++) {
    unsigned* now = rows + (step & 1) * 96;
    now[b * 32 + t] = v;
    meet(arrived, turn, step);
    v = now[t] + now[32 + t] * 3 + now[64 + t] + b;
  }
  rows[192 + b * 32 + t] = v;
}
