// Column sums of 16 x 16 integers that TMA loads with the 64-byte swizzle; lanes in pairs take eight rows each.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(unsigned bar, unsigned count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count) : "memory"); }
__device__ __forceinline__ void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void barrier_expect(unsigned bar, unsigned bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory"); }
__device__ __forceinline__ void barrier_wait(unsigned bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}"
      ::"r"(bar), "r"(parity) : "memory");
}
struct alignas(64) TensorMap { unsigned char bytes[128]; };
__device__ __forceinline__ void tma_load(unsigned dst, const TensorMap* map, int x, int y, unsigned bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
               ::"r"(dst), "l"(map), "r"(x), "r"(y), "r"(bar) : "memory");
}
extern "C" __global__ void sums(int* y, const __grid_constant__ TensorMap x) {
  __shared__ alignas(512) int tile[256];
  __shared__ unsigned long long bar;
  unsigned b = shared_address(&bar);
  int lane = threadIdx.x, column = lane % 16;
  if (lane == 0) {
    barrier_init(b, 1);
    fence_init();
    barrier_expect(b, 1024);
    tma_load(shared_address(tile), &x, 0, blockIdx.x * 16, b);
  }
  __syncwarp();
  barrier_wait(b, 0);
  int sum = 0;
  for (int r = lane / 16 * 8; r < lane / 16 * 8 + 8; ++r)
    sum += tile[r * 16 + (column / 4 ^ r / 2 % 4) * 4 + column % 4];
  sum += __shfl_xor_sync(~0u, sum, 16);
  if (lane < 16) y[blockIdx.x * 16 + column] = sum;
}
