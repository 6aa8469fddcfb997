// A B^T of 64 x 128 and 8 x 128 8-bit floats (e4m3) by four wgmma m64n8k32; TMA loads both with the 128-byte swizzle.
struct alignas(64) TensorMap { unsigned long long words[16]; };
__device__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void bar_init(void* b, unsigned n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem(b)), "r"(n) : "memory");
}
__device__ void bar_fence() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ void bar_expect(void* b, unsigned n) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(smem(b)), "r"(n) : "memory");
}
__device__ void bar_wait(void* b, unsigned parity) {
  unsigned done = 0;
  while (!done)
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(done) : "r"(smem(b)), "r"(parity) : "memory");
}
__device__ void tile_load(void* d, const TensorMap* m, int x, int y, void* b) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::
               "r"(smem(d)), "l"(m), "r"(x), "r"(y), "r"(smem(b)) : "memory");
}
__device__ unsigned long long descriptor(const void* p) {
  // Rows of 128 bytes with the 128-byte swizzle; groups of eight rows are 1024 bytes apart.
  return (unsigned long long)(smem(p) >> 4 & 0x3fff) | 1ull << 16 | 64ull << 32 | 1ull << 62;
}
__global__ void product(float* y, const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b) {
  __shared__ __align__(1024) unsigned char tile_a[64 * 128];
  __shared__ __align__(1024) unsigned char tile_b[8 * 128];
  __shared__ __align__(8) unsigned long long bar;
  const int t = threadIdx.x;
  if (t == 0) {
    bar_init(&bar, 1);
    bar_fence();
    bar_expect(&bar, 72 * 128);
    tile_load(tile_a, &a, 0, 0, &bar);
    tile_load(tile_b, &b, 0, 0, &bar);
  }
  __syncthreads();
  bar_wait(&bar, 0);
  float d0 = 0.0f, d1 = 0.0f, d2 = 0.0f, d3 = 0.0f;
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  for (int k = 0; k < 4; k++)
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3 {%0, %1, %2, %3}, %4, %5, 1, 1, 1;"
                 : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)
                 : "l"(descriptor(tile_a) + 2 * k), "l"(descriptor(tile_b) + 2 * k)
                 : "memory");
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)::"memory");
  const int row = t / 32 * 16 + t % 32 / 4, column = t % 4 * 2;
  y[row * 8 + column] = d0;
  y[row * 8 + column + 1] = d1;
  y[(row + 8) * 8 + column] = d2;
  y[(row + 8) * 8 + column + 1] = d3;
}
