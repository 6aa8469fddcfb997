// Transposes a matrix of 32 x 48 bytes; TMA loads tiles of 16 x 16, a tile per block.
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
extern "C" __global__ void transpose(unsigned char* y, const __grid_constant__ TensorMap x) {
  __shared__ alignas(128) unsigned char tile[16][16];
  __shared__ unsigned long long bar;
  unsigned b = shared_address(&bar);
  int t = threadIdx.x, left = blockIdx.x * 16, top = blockIdx.y * 16;
  if (t == 0) {
    barrier_init(b, 1);
    fence_init();
    barrier_expect(b, 256);
    tma_load(shared_address(tile), &x, left, top, b);
  }
  __syncthreads();
  barrier_wait(b, 0);
  for (int i = t; i < 256; i += 64) y[(left + i / 16) * 32 + top + i % 16] = tile[i % 16][i / 16];
}
