// Warp 0 fills a shared tile four times, warp 1 empties it; a full and an empty mbarrier hand it over.
// Fault: the consumer waits for parity 0 in every round, so it passes every other wait at once (phase error).
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_arrive(unsigned a) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(a) : "memory"); }
__device__ __forceinline__ void mbar_wait(unsigned a, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(a), "r"(parity) : "memory");
  } while (!done);
}

extern "C" __global__ void handover(int* y, const int* x) {
  __shared__ unsigned long long bars[2];
  __shared__ int tile[32];
  unsigned full = (unsigned)__cvta_generic_to_shared(&bars[0]), empty = full + 8;
  int t = threadIdx.x, lane = t & 31;
  if (t == 0) {
    mbar_init(full, 32);
    mbar_init(empty, 32);
  }
  __syncthreads();
  if (t < 32) {
    for (int k = 0; k < 4; ++k) {
      mbar_wait(empty, (k & 1) ^ 1);  // passes at once in the first round
      tile[lane] = x[k * 32 + lane] + k;
      mbar_arrive(full);
    }
  } else {
    for (int k = 0; k < 4; ++k) {
#ifdef FAULT
      mbar_wait(full, 0);
#else
      mbar_wait(full, k & 1);
#endif
      y[k * 32 + lane] = tile[31 - lane];
      mbar_arrive(empty);
    }
  }
}
