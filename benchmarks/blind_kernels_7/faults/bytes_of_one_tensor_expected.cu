// Sums of a tile of 16 x 32 floats and a mirrored one of 16 x 32 integers, which arrive by TMA at one mbarrier.
// Fault: only the bytes of the first tile are expected, so that the wait may end before the second has come (data race).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(unsigned bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count) : "memory");
}
__device__ __forceinline__ void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void barrier_wait(unsigned bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}"
      ::"r"(bar), "r"(parity) : "memory");
}
__device__ __forceinline__ void barrier_expect(unsigned bar, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory");
}
struct alignas(64) TensorMap { unsigned char bytes[128]; };
__device__ __forceinline__ void tma_load(unsigned dst, const TensorMap* map, int x, int y, unsigned bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
               ::"r"(dst), "l"(map), "r"(x), "r"(y), "r"(bar) : "memory");
}
extern "C" __global__ void add(float* y, const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b) {
  __shared__ alignas(128) float ta[16][32];
  __shared__ alignas(128) int tb[16][32];
  __shared__ unsigned long long full;
  unsigned m = shared_address(&full);
  int t = threadIdx.x;
  if (t == 0) {
    barrier_init(m, 1);
    fence_init();
#ifdef FAULT
    barrier_expect(m, sizeof(ta));
#else
    barrier_expect(m, sizeof(ta) + sizeof(tb));
#endif
    tma_load(shared_address(ta), &a, 0, blockIdx.x * 16, m);
    tma_load(shared_address(tb), &b, 0, blockIdx.x * 16, m);
  }
  __syncthreads();
  barrier_wait(m, 0);
  for (int r = t / 32; r < 16; r += 2) y[(blockIdx.x * 16 + r) * 32 + t % 32] = ta[r][t % 32] + tb[15 - r][t % 32];
}
