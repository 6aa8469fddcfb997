// Reverses the first 50 values of a block of 64 threads in shared memory; threads meet at an mbarrier of 64 arrivals.
// Fault: threads without a value return before they have arrived at the mbarrier (deadlock).
__device__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void bar_init(void* b, unsigned n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem(b)), "r"(n) : "memory");
}
__device__ void bar_arrive(void* b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(smem(b)) : "memory");
}
__device__ void bar_wait(void* b, unsigned parity) {
  unsigned done = 0;
  while (!done)
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(done) : "r"(smem(b)), "r"(parity) : "memory");
}
__global__ void reverse(int* y, const int* x, int n) {
  __shared__ int tile[64];
  __shared__ __align__(8) unsigned long long bar;
  const int t = threadIdx.x;
  if (t == 0) bar_init(&bar, 64);
  __syncthreads();
  if (t >= n) {
#ifndef FAULT
    bar_arrive(&bar);
#endif
    return;
  }
  tile[t] = x[t];
  bar_arrive(&bar);
  bar_wait(&bar, 0);
  y[t] = tile[n - 1 - t];
}
