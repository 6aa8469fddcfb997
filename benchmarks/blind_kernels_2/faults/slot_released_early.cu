// Warp 1 sends six rows through two slots with full and empty mbarriers; warp 0 adds up their squares.
// Fault: the consumer gives the slot back before it reads it.
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
extern "C" __global__ void rows(int* y, const int* x) {
  __shared__ int slot[2][32];
  __shared__ unsigned long long bars[4];
  unsigned full = smem(&bars[0]), empty = smem(&bars[2]);
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 4) mbar_init(smem(&bars[threadIdx.x]), 32);
  __syncthreads();
  if (threadIdx.x >= 32) {
    for (int k = 0; k < 6; ++k) {
      int i = k & 1;
      mbar_wait(empty + 8 * i, (k / 2 & 1) ^ 1);
      slot[i][lane] = x[k * 32 + lane];
      mbar_arrive(full + 8 * i);
    }
  } else {
    int acc = 0;
    for (int k = 0; k < 6; ++k) {
      int i = k & 1;
      mbar_wait(full + 8 * i, k / 2 & 1);
#ifdef FAULT
      mbar_arrive(empty + 8 * i);
#endif
      int v = slot[i][31 - lane];
      acc += v * v;
#ifndef FAULT
      mbar_arrive(empty + 8 * i);
#endif
    }
    y[lane] = acc;
  }
}
