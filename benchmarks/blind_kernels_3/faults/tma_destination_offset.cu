// TMA loads an 8 x 16 tile behind a header of 16 bytes in shared memory.
// Fault: the destination lies 16 bytes behind a multiple of 128, where TMA needs a multiple of 128 (misaligned).
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
extern "C" __global__ void load(int* y, const __grid_constant__ TensorMap map) {
  __shared__ alignas(128) int s[32 + 128];
  unsigned long long* bar = (unsigned long long*)s;
#ifdef FAULT
  int* tile = s + 4;
#else
  int* tile = s + 32;
#endif
  unsigned b = smem(bar);
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(b, 1);
    fence_mbar_init();
    mbar_expect_tx(b, 512);
    tma_load_2d(smem(tile), &map, b, 0, 0);
  }
  __syncwarp();
  mbar_wait(b, 0);
  for (int k = 0; k < 128; k += 32) y[k + t] = tile[127 - k - t];
}
