// Loads a 32 x 32 box of floats by TMA per block and stores it doubled.
// Fault: the barrier expects two bytes per element where the box has four (transaction count too small).
#ifdef FAULT
#define BYTES (32 * 32 * 2)
#else
#define BYTES (32 * 32 * 4)
#endif
struct alignas(64) TensorMap { unsigned long long words[16]; };
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void fence_mbar_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void mbar_expect_tx(unsigned a, unsigned n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_wait(unsigned a, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(a), "r"(parity) : "memory");
  } while (!done);
}
__device__ __forceinline__ void tma_load_2d(unsigned s, const void* map, unsigned bar, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
               ::"r"(s), "l"(map), "r"(bar), "r"(x), "r"(y) : "memory");
}

extern "C" __global__ void doubled(float* y, const __grid_constant__ TensorMap map) {
  __shared__ alignas(128) float tile[32][32];
  __shared__ unsigned long long bar;
  unsigned b = (unsigned)__cvta_generic_to_shared(&bar);
  int t = threadIdx.x, x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
  if (t == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
  }
  __syncthreads();
  if (t == 0) {
    mbar_expect_tx(b, BYTES);
    tma_load_2d((unsigned)__cvta_generic_to_shared(tile), &map, b, x0, y0);
  }
  mbar_wait(b, 0);
  for (int r = t / 32; r < 32; r += 4) y[(y0 + r) * 64 + x0 + t % 32] = 2 * tile[r][t % 32];
}
