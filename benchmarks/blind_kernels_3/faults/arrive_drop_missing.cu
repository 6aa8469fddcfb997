// Four rounds of exchange at an mbarrier of 64 arrivals; the second warp takes part in the first two rounds only.
// Fault: the second warp leaves without arrive_drop, so the first waits forever in the third round (wrong count, deadlock).
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_wait(unsigned a, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(a), "r"(parity) : "memory");
  } while (!done);
}
__device__ __forceinline__ void mbar_arrive(unsigned a) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(a) : "memory"); }
extern "C" __global__ void rounds(int* y, const int* x) {
  __shared__ int s[4][64];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar);
  int t = threadIdx.x, n = t < 32 ? 4 : 2;
  if (t == 0) mbar_init(b, 64);
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    s[k][t] = x[k * 64 + t];
    mbar_arrive(b);
    mbar_wait(b, k & 1);
    y[k * 64 + t] = s[k][k < 2 ? 63 - t : 31 - t];
  }
#ifndef FAULT
  if (n == 2) asm volatile("mbarrier.arrive_drop.shared::cta.b64 _, [%0];" ::"r"(b) : "memory");
#endif
}
