// A one-dimensional tensor map: three chunks of 64 out of 160 integers, the last one half outside.
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
__device__ __forceinline__ void tma_load_1d(unsigned s, const void* map, unsigned bar, int x) { asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];" ::"r"(s), "l"(map), "r"(bar), "r"(x) : "memory"); }
extern "C" __global__ void chunks(int* y, const __grid_constant__ TensorMap map) {
  __shared__ alignas(128) int s[64];
  __shared__ unsigned long long bar;
  unsigned b = smem(&bar);
  if (threadIdx.x == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
    mbar_expect_tx(b, 256);
    tma_load_1d(smem(s), &map, b, blockIdx.x * 64);
  }
  __syncthreads();
  mbar_wait(b, 0);
  y[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
  y[blockIdx.x * 64 + 32 + threadIdx.x] = s[31 - threadIdx.x];
}
