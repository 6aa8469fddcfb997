// Four bulk copies to four mbarriers in reverse order; half of the threads wait by try_wait with a time limit, the others by test_wait and sleep.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(unsigned bar, unsigned count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count) : "memory"); }
__device__ __forceinline__ void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void barrier_expect(unsigned bar, unsigned bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory"); }
__device__ __forceinline__ void bulk_load(unsigned dst, const void* src, unsigned bytes, unsigned bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(dst), "l"(src), "r"(bytes), "r"(bar) : "memory");
}
__device__ __forceinline__ bool try_wait(unsigned bar, unsigned parity) {
  unsigned done;
  asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2, %3;\nselp.u32 %0, 1, 0, p;\n}"
               : "=r"(done) : "r"(bar), "r"(parity), "r"(1000u) : "memory");
  return done;
}
__device__ __forceinline__ bool test_wait(unsigned bar, unsigned parity) {
  unsigned done;
  asm volatile("{\n.reg .pred p;\nmbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
               : "=r"(done) : "r"(bar), "r"(parity) : "memory");
  return done;
}
extern "C" __global__ void wait(int* y, const int* x) {
  __shared__ alignas(16) int rows[4][64];
  __shared__ unsigned long long bars[4];
  unsigned b = shared_address(bars);
  int t = threadIdx.x;
  x += blockIdx.x * 256;
  y += blockIdx.x * 256;
  if (t == 0) {
    for (int k = 0; k < 4; ++k) barrier_init(b + 8 * k, 1);
    fence_init();
    for (int k = 3; k >= 0; --k) {
      barrier_expect(b + 8 * k, 256);
      bulk_load(shared_address(rows[k]), x + k * 64, 256, b + 8 * k);
    }
  }
  __syncthreads();
  for (int k = 0; k < 4; ++k) {
    if (t % 2 == 0) {
      while (!try_wait(b + 8 * k, 0)) {}
    } else {
      while (!test_wait(b + 8 * k, 0)) __nanosleep(100);
    }
    y[k * 64 + t] = ~rows[k][63 - t];
  }
}
