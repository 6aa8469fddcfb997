// Three rounds of adding the neighbour block's values, with a grid barrier made of a counter that only grows.
// Fault: each barrier waits for the first round's count, so the second and third are passed at once (wrong count, race on global).
__device__ void grid_barrier(unsigned* count, unsigned target) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1);
    unsigned seen;
    do asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(count) : "memory"); while (seen < target);
  }
  __syncthreads();
}
extern "C" __global__ void rounds(int* y, unsigned* count, const int* x) {
  int i = blockIdx.x * 32 + threadIdx.x;
  y[i] = x[i];
  for (int k = 1; k < 4; ++k) {
#ifdef FAULT
    grid_barrier(count, 4);
#else
    grid_barrier(count, 4 * k);
#endif
    y[k * 128 + i] = y[(k - 1) * 128 + i] + y[(k - 1) * 128 + (i + 32) % 128];
  }
}
