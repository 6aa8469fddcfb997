// Two warps load a tile each per round by bulk copies at one mbarrier of two arrivals; two other warps multiply the tiles.
__device__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void bar_init(void* b, unsigned n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem(b)), "r"(n) : "memory");
}
__device__ void bar_fence() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ void bar_arrive(void* b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(smem(b)) : "memory");
}
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
__device__ void bulk_load(void* d, const void* s, unsigned n, void* b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(smem(d)),
               "l"(__cvta_generic_to_global(s)), "r"(n), "r"(smem(b)) : "memory");
}
__global__ void rounds(int* y, const int* a, const int* b) {
  __shared__ __align__(128) int tile[2][64];
  __shared__ __align__(8) unsigned long long full;
  __shared__ __align__(8) unsigned long long empty;
  const int t = threadIdx.x, warp = t >> 5, lane = t & 31;
  if (t == 0) {
    bar_init(&full, 2);
    bar_init(&empty, 2);
    bar_fence();
  }
  __syncthreads();
  if (warp < 2) {
    if (lane == 0)
      for (int r = 0; r < 4; r++) {
        if (r) bar_wait(&empty, (r - 1) & 1);
        bar_expect(&full, 256);
        bulk_load(tile[warp], (warp ? b : a) + r * 64, 256, &full);
      }
  } else {
    for (int r = 0; r < 4; r++) {
      bar_wait(&full, r & 1);
      y[r * 64 + t - 64] = tile[0][t - 64] * tile[1][127 - t];
      __syncwarp();
      if (lane == 0) bar_arrive(&empty);
    }
  }
}
