// Loads boxes of 2 x 4 x 16 integers out of a 4 x 8 x 16 array by a three-dimensional tensor map.
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
__device__ __forceinline__ void tma_load_3d(unsigned s, const void* map, unsigned bar, int x, int y, int z) {
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2];"
               ::"r"(s), "l"(map), "r"(bar), "r"(x), "r"(y), "r"(z) : "memory");
}

extern "C" __global__ void boxes(int* y, const __grid_constant__ TensorMap map) {
  __shared__ alignas(128) int s[2][4][16];
  __shared__ unsigned long long bar;
  unsigned b = (unsigned)__cvta_generic_to_shared(&bar);
  int t = threadIdx.x, y0 = blockIdx.x * 4, z0 = blockIdx.y * 2;
  if (t == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
  }
  __syncthreads();
  if (t == 0) {
    mbar_expect_tx(b, sizeof(s));
    tma_load_3d((unsigned)__cvta_generic_to_shared(s), &map, b, 0, y0, z0);
  }
  mbar_wait(b, 0);
  for (int i = t; i < 128; i += 64) {
    int c = i % 16, r = i / 16 % 4, d = i / 64;
    y[((z0 + d) * 8 + y0 + r) * 16 + c] = s[d][r][15 - c] + d;
  }
}
