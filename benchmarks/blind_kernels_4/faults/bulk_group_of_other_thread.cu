// Scales four tiles of 128 floats through one buffer; each tile leaves by a bulk copy.
// Fault: another thread than the one that committed the copies waits for them; groups belong to threads (buffer overwritten early).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void bulk_store(void* dst, unsigned src, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(dst), "r"(src), "r"(bytes) : "memory");
}
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void fence_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
#ifdef FAULT
#define WAITING 32
#else
#define WAITING 0
#endif
extern "C" __global__ void scale(float* y, const float* x) {
  __shared__ alignas(16) float tile[128];
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    tile[t] = 3 * x[k * 128 + t];
    fence_async();
    __syncthreads();
    if (t == 0) {
      bulk_store(y + k * 128, shared_address(tile), sizeof(tile));
      bulk_commit();
    }
    if (t == WAITING) bulk_wait_read<0>();
    __syncthreads();
  }
  if (t == 0) bulk_wait<0>();
}
