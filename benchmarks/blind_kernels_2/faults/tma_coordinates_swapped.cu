// Copies a 64 x 32 matrix by boxes of 16 x 16: TMA loads a box, threads store its negative.
// Fault: the coordinates are given as row, column; TMA expects the column first.
struct alignas(64) TensorMap { unsigned long long words[16]; };
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
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
__device__ __forceinline__ void tma_load_2d(unsigned s, const void* map, unsigned bar, int x, int y) { asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(s), "l"(map), "r"(bar), "r"(x), "r"(y) : "memory"); }
extern "C" __global__ void negate(float* y, const __grid_constant__ TensorMap map) {
  __shared__ alignas(128) float s[16][16];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar);
  int r0 = blockIdx.y * 16, c0 = blockIdx.x * 16;
  if (threadIdx.x == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    mbar_expect_tx(b, 1024);
#ifdef FAULT
    tma_load_2d(smem(s), &map, b, r0, c0);
#else
    tma_load_2d(smem(s), &map, b, c0, r0);
#endif
  }
  mbar_wait(b, 0);
  for (int i = threadIdx.x; i < 256; i += 128) y[(r0 + i / 16) * 32 + c0 + i % 16] = -s[i / 16][i % 16];
}
