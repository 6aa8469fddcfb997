// Sums of columns over 9 tiles of 8 x 64 floats: TMA loads run two tiles ahead in three stages, each with its own mbarrier.
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
extern "C" __global__ void columns(float* y, const __grid_constant__ TensorMap x) {
  __shared__ alignas(128) float tile[3][8][64];
  __shared__ unsigned long long full[3];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 3; ++s) barrier_init(shared_address(&full[s]), 1);
    fence_init();
    for (int s = 0; s < 2; ++s) {
      barrier_expect(shared_address(&full[s]), 2048);
      tma_load(shared_address(tile[s]), &x, blockIdx.x * 64, s * 8, shared_address(&full[s]));
    }
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 9; ++k) {
    int s = k % 3;
    if (t == 0 && k + 2 < 9) {
      int ahead = (k + 2) % 3;
      barrier_expect(shared_address(&full[ahead]), 2048);
      tma_load(shared_address(tile[ahead]), &x, blockIdx.x * 64, (k + 2) * 8, shared_address(&full[ahead]));
    }
    barrier_wait(shared_address(&full[s]), k / 3 & 1);
    for (int r = 0; r < 8; ++r) sum += tile[s][r][t];
    __syncthreads();
  }
  y[blockIdx.x * 64 + t] = sum;
}
