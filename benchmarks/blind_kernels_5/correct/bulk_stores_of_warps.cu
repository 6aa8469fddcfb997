// Each of four warps prepares three rows in its own buffer and stores them by bulk copies of its lane 0; no block barrier.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void bulk_store(void* dst, unsigned src, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(dst), "r"(src), "r"(bytes) : "memory");
}
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void fence_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
extern "C" __global__ void store(int* y, const int* x) {
  __shared__ alignas(16) int buffers[4][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, first = (blockIdx.x * 4 + warp) * 96;
  for (int k = 0; k < 3; ++k) {
    int i = first + k * 32;
    buffers[warp][31 - lane] = x[i + lane] + k;
    fence_async();
    __syncwarp();
    if (lane == 0) {
      bulk_store(y + i, shared_address(buffers[warp]), 128);
      bulk_commit();
      bulk_wait_read<0>();
    }
    __syncwarp();
  }
  if (lane == 0) bulk_wait<0>();
}
