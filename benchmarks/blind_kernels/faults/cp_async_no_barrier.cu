// Loads a tile by cp.async and writes it out rotated by 40 elements.
// Fault: each thread waits for its own copies and then reads cells that others copied, without a barrier.
__device__ __forceinline__ void cp_async16(unsigned s, const void* g) { asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(s), "l"(g) : "memory"); }
__device__ __forceinline__ void cp_async_wait_all() { asm volatile("cp.async.wait_all;" ::: "memory"); }

extern "C" __global__ void rotate(float* y, const float* x) {
  __shared__ __align__(16) float s[512];
  int t = threadIdx.x;
  cp_async16((unsigned)__cvta_generic_to_shared(&s[t * 4]), x + blockIdx.x * 512 + t * 4);
  cp_async_wait_all();
#ifndef FAULT
  __syncthreads();
#endif
  for (int i = t; i < 512; i += 128) y[blockIdx.x * 512 + i] = s[(i + 40) % 512];
}
