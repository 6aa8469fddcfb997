// cp.async copies arrive at an mbarrier by themselves (cp.async.mbarrier.arrive.noinc); four rounds, so both parities.
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_wait(unsigned a, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(a), "r"(parity) : "memory");
  } while (!done);
}
__device__ __forceinline__ void cp_async16(unsigned s, const void* g) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(s), "l"(g) : "memory"); }
__device__ __forceinline__ void mbar_cp_async_arrive_noinc(unsigned a) { asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(a) : "memory"); }

extern "C" __global__ void rounds(int* y, const int* x) {
  __shared__ __align__(16) int s[256];
  __shared__ unsigned long long bar;
  unsigned b = (unsigned)__cvta_generic_to_shared(&bar);
  int t = threadIdx.x;
  if (t == 0) mbar_init(b, 64);
  __syncthreads();
  for (int k = 0; k < 4; ++k) {
    int base = (blockIdx.x * 4 + k) * 256;
    cp_async16((unsigned)__cvta_generic_to_shared(&s[t * 4]), x + base + t * 4);
    mbar_cp_async_arrive_noinc(b);
    mbar_wait(b, k & 1);
    for (int j = t; j < 256; j += 64) y[base + j] = s[255 - j] + k;
    __syncthreads();
  }
}
