// Transposes a 32 x 32 matrix that TMA loads into shared memory.
// Fault: the tile is declared with a padding column, but TMA writes rows of 32 without padding.
#ifdef FAULT
#define COLUMNS 33
#else
#define COLUMNS 32
#endif
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
extern "C" __global__ void transpose(float* y, const __grid_constant__ TensorMap map) {
  __shared__ alignas(128) float s[32][COLUMNS];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar);
  if (threadIdx.x == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    mbar_expect_tx(b, 4096);
    tma_load_2d(smem(s), &map, b, 0, 0);
  }
  mbar_wait(b, 0);
  for (int i = threadIdx.x; i < 1024; i += 128) y[i] = s[i % 32][i / 32];
}
