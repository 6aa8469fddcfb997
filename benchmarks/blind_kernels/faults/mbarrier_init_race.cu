// All threads store to shared memory and arrive at an mbarrier, then read what others stored.
// Fault: no __syncthreads between the initialization by thread 0 and the arrivals of the other warps.
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_arrive(unsigned a) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(a) : "memory"); }
__device__ __forceinline__ void mbar_wait(unsigned a, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(a), "r"(parity) : "memory");
  } while (!done);
}

extern "C" __global__ void exchange(int* y, const int* x) {
  __shared__ unsigned long long bar;
  __shared__ int s[128];
  unsigned a = (unsigned)__cvta_generic_to_shared(&bar);
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  if (t == 0) mbar_init(a, 128);
#ifndef FAULT
  __syncthreads();
#endif
  s[t] = x[i];
  mbar_arrive(a);
  mbar_wait(a, 0);
  y[i] = s[t ^ 77];
}
