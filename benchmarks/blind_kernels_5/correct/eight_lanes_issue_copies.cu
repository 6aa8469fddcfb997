// Eight lanes bring a piece of 128 bytes each by bulk copies that complete on one mbarrier; lane 0 has announced all bytes before.
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
__device__ __forceinline__ void bulk_load(unsigned dst, const void* src, unsigned bytes, unsigned bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(dst), "l"(src), "r"(bytes), "r"(bar) : "memory");
}
extern "C" __global__ void gather(int* y, const int* x) {
  __shared__ alignas(16) int tile[256];
  __shared__ unsigned long long bar;
  unsigned b = shared_address(&bar);
  int t = threadIdx.x;
  if (t == 0) {
    barrier_init(b, 1);
    fence_init();
    barrier_expect(b, 1024);
  }
  __syncthreads();
  // The pieces arrive in reverse order
  if (t < 8) bulk_load(shared_address(tile + t * 32), x + blockIdx.x * 256 + (7 - t) * 32, 128, b);
  barrier_wait(b, 0);
  for (int i = t; i < 256; i += 64) y[blockIdx.x * 256 + i] = tile[i] ^ i;
}
