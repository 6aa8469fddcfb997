// Gathers the rows of eight tokens per block by TMA, a box of one row per lane; the row's number is the coordinate.
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
extern "C" __global__ void gather(int* y, const __grid_constant__ TensorMap x, const int* token) {
  __shared__ alignas(128) int rows[8][32];
  __shared__ unsigned long long bar;
  unsigned b = shared_address(&bar);
  int t = threadIdx.x;
  if (t == 0) {
    barrier_init(b, 8);
    fence_init();
  }
  __syncthreads();
  if (t < 8) {
    barrier_expect(b, 128);
    tma_load(shared_address(rows[t]), &x, 0, token[blockIdx.x * 8 + t], b);
  }
  barrier_wait(b, 0);
  for (int i = t; i < 256; i += 64) y[blockIdx.x * 256 + i] = rows[i / 32][i % 32];
}
