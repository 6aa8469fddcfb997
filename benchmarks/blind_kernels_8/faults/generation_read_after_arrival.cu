// Four blocks pass values around a ring for six steps with two buffers; they meet at a barrier of a counter and a generation.
// Fault: the generation is read after the arrival, when the last block may have raised it already: the block waits for another one (deadlock).
__device__ int load_acquire(const int* p) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(__cvta_generic_to_global(p)) : "memory");
  return v;
}
__device__ void store_release(int* p, int v) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(__cvta_generic_to_global(p)), "r"(v) : "memory");
}
__device__ void meet(int* count, int* generation) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
#ifdef FAULT
    const bool last = atomicAdd(count, 1) == 3;
    const int now = load_acquire(generation);
#else
    const int now = load_acquire(generation);
    const bool last = atomicAdd(count, 1) == 3;
#endif
    __threadfence();
    if (last) {
      atomicExch(count, 0);
      store_release(generation, now + 1);
    } else {
      while (load_acquire(generation) == now) {
      }
    }
  }
  __syncthreads();
}
__global__ void ring(unsigned* a, unsigned* b, int* count, int* generation) {
  const int t = threadIdx.x, own = blockIdx.x * 32 + t, next = (blockIdx.x + 1) % 4 * 32 + 31 - t;
  for (int step = 0; step < 3; step++) {
    b[own] = a[own] * 3 + a[next];
    meet(count, generation);
    a[own] = b[own] * 5 + b[next];
    meet(count, generation);
  }
}
