// Four warps store partial sums; one lane per warp arrives at an mbarrier that all threads wait for.
// Fault: the mbarrier expects 128 arrivals where one lane per warp arrives, four in all (never completes).
#ifdef FAULT
#define ARRIVALS 128
#else
#define ARRIVALS 4
#endif
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_arrive(unsigned a) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(a) : "memory"); }
__device__ __forceinline__ void mbar_wait(unsigned a, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(a), "r"(parity) : "memory");
  } while (!done);
}

extern "C" __global__ void totals(int* y, const int* x) {
  __shared__ unsigned long long bar;
  __shared__ int part[4];
  unsigned a = (unsigned)__cvta_generic_to_shared(&bar);
  int t = threadIdx.x;
  if (t == 0) mbar_init(a, ARRIVALS);
  __syncthreads();
  int v = x[t];
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
  if (t % 32 == 0) {
    part[t / 32] = v;
    mbar_arrive(a);
  }
  mbar_wait(a, 0);
  y[t] = part[0] + part[1] + part[2] + part[3] - x[t];
}
