// Prefetches into L2, by line and in bulk, and a change of a line's priority, before ordinary loads.
extern "C" __global__ void twice(float* y, const float* x) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (threadIdx.x == 0) asm volatile("cp.async.bulk.prefetch.L2.global [%0], 256;" ::"l"(x + i) : "memory");
  asm volatile("prefetch.global.L2 [%0];" ::"l"(x + i));
  asm volatile("prefetch.global.L2::evict_last [%0];" ::"l"(x + i));
  if (threadIdx.x % 32 == 0) asm volatile("applypriority.global.L2::evict_normal [%0], 128;" ::"l"(x + i) : "memory");
  y[i] = x[i] * 2;
}
