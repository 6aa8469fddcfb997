// Reads a 32 x 32 tile of halves that TMA wrote with the 64-byte swizzle, and stores its transpose.
// Fault: the 16-byte chunk is exchanged with the row modulo 8 (128-byte swizzle) instead of row / 2 modulo 4.
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
extern "C" __global__ void transpose(unsigned short* y, const __grid_constant__ TensorMap map) {
  __shared__ alignas(1024) unsigned short s[1024];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar);
  if (threadIdx.x == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    mbar_expect_tx(b, 2048);
    tma_load_2d(smem(s), &map, b, 0, 0);
  }
  mbar_wait(b, 0);
  for (int i = threadIdx.x; i < 1024; i += 128) {
    int r = i % 32, c = i / 32;
#ifdef FAULT
    int chunk = (c / 8) ^ (r & 3);
#else
    int chunk = (c / 8) ^ (r / 2 & 3);
#endif
    y[c * 32 + r] = s[r * 32 + chunk * 8 + c % 8];
  }
}
