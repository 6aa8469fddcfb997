// Threads copy words by cp.async, which arrive at an mbarrier of 64 arrivals when they are complete.
// Fault: without .noinc the arrival adds itself to the pending count first, so the count of 64 never goes down (wrong count, deadlock).
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_wait(unsigned a, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(a), "r"(parity) : "memory");
  } while (!done);
}
__device__ __forceinline__ void cp_async4(void* s, const void* g) { asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(smem(s)), "l"(g) : "memory"); }
extern "C" __global__ void copy(int* y, const int* x) {
  __shared__ int s[64];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar);
  int t = threadIdx.x, i = blockIdx.x * 64;
  if (t == 0) mbar_init(b, 64);
  __syncthreads();
  cp_async4(&s[t], x + i + t);
#ifdef FAULT
  asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(b) : "memory");
#else
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(b) : "memory");
#endif
  mbar_wait(b, 0);
  y[i + t] = s[t ^ 33];
}
