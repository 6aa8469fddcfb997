// A tile of 1 KiB arrives by a bulk copy; tile and mbarrier are carved out of dynamic shared memory.
// Fault: the barrier lies in the last 8 bytes of the tile, and the copy overwrites it (undefined behaviour).
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
#ifdef FAULT
#define BARRIER 1016
#else
#define BARRIER 1024
#endif
extern "C" __global__ void rotate(int* y, const int* x) {
  extern __shared__ __align__(16) unsigned char memory[];
  int* tile = (int*)memory;
  unsigned bar = shared_address(memory + BARRIER);
  int t = threadIdx.x;
  if (t == 0) {
    barrier_init(bar, 1);
    fence_init();
    barrier_expect(bar, 1024);
    bulk_load(shared_address(tile), x + blockIdx.x * 256, 1024, bar);
  }
  __syncthreads();
  barrier_wait(bar, 0);
  for (int k = t; k < 256; k += 64) y[blockIdx.x * 256 + k] = tile[(k + 77) % 256];
}
