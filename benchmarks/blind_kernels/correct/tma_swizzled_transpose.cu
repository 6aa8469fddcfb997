// Loads a 32 x 64 box of halves with the 128-byte swizzle and stores it transposed, undoing the swizzle by hand.
struct alignas(64) TensorMap { unsigned long long words[16]; };
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_wait(unsigned a, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(a), "r"(parity) : "memory");
  } while (!done);
}
__device__ __forceinline__ void fence_mbar_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void mbar_expect_tx(unsigned a, unsigned n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void tma_load_2d(unsigned s, const void* map, unsigned bar, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
               ::"r"(s), "l"(map), "r"(bar), "r"(x), "r"(y) : "memory");
}

extern "C" __global__ void transpose(unsigned short* y, const __grid_constant__ TensorMap map) {
  __shared__ alignas(1024) unsigned short tile[32 * 64];
  __shared__ unsigned long long bar;
  unsigned b = (unsigned)__cvta_generic_to_shared(&bar);
  int t = threadIdx.x, c0 = blockIdx.x * 64, r0 = blockIdx.y * 32;
  if (t == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
  }
  __syncthreads();
  if (t == 0) {
    mbar_expect_tx(b, sizeof(tile));
    tma_load_2d((unsigned)__cvta_generic_to_shared(tile), &map, b, c0, r0);
  }
  mbar_wait(b, 0);
  for (int c = t / 32; c < 64; c += 4) {
    int r = t % 32;
    y[(c0 + c) * 64 + r0 + r] = tile[r * 64 + ((c / 8) ^ (r & 7)) * 8 + c % 8];
  }
}
