// A producer warp and two consumer warps share a ring of three slots, each with a full and an empty mbarrier.
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_wait(unsigned a, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(a), "r"(parity) : "memory");
  } while (!done);
}
__device__ __forceinline__ void mbar_arrive(unsigned a) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(a) : "memory"); }

extern "C" __global__ void ring(int* y, const int* x) {
  __shared__ int slots[3][64];
  __shared__ unsigned long long full[3], empty[3];
  unsigned f = (unsigned)__cvta_generic_to_shared(full), e = (unsigned)__cvta_generic_to_shared(empty);
  int t = threadIdx.x;
  if (t == 95)
    for (int i = 0; i < 3; ++i) {
      mbar_init(f + 8 * i, 32);
      mbar_init(e + 8 * i, 64);
    }
  __syncthreads();
  int slot = 0;
  unsigned phase = 0;
  if (t < 32) {
    for (int k = 0; k < 8; ++k) {
      mbar_wait(e + 8 * slot, phase ^ 1);
      slots[slot][t] = x[k * 64 + t] + 1;
      slots[slot][t + 32] = x[k * 64 + t + 32] - 1;
      mbar_arrive(f + 8 * slot);
      if (++slot == 3) slot = 0, phase ^= 1;
    }
  } else {
    int c = t - 32;
    for (int k = 0; k < 8; ++k) {
      mbar_wait(f + 8 * slot, phase);
      int v = slots[slot][c ^ 33];
      mbar_arrive(e + 8 * slot);
      y[k * 64 + c] = v;
      if (++slot == 3) slot = 0, phase ^= 1;
    }
  }
}
