// Three rounds of exchange at an mbarrier, waiting by test_wait for the state that the arrival returned.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
extern "C" __global__ void rounds(int* y, const int* x) {
  __shared__ int s[2][64];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar), done;
  int t = threadIdx.x;
  if (t == 0) mbar_init(b, 64);
  __syncthreads();
  for (int k = 0; k < 3; ++k) {
    s[k & 1][t] = x[k * 64 + t];
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(b) : "memory");
    do {
      asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                   : "=r"(done) : "r"(b), "l"(state) : "memory");
    } while (!done);
    y[k * 64 + t] = s[k & 1][63 - t];
  }
}
