// Five tiles go out by bulk copies from two buffers; a buffer is filled again as soon as its copy has read it.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void bulk_store(void* g, unsigned s, unsigned n) { asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(g), "r"(s), "r"(n) : "memory"); }
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void stream(int* y, const int* x) {
  __shared__ alignas(128) int s[2][64];
  int t = threadIdx.x;
  for (int k = 0; k < 5; ++k) {
    int i = (blockIdx.x * 5 + k) * 64;
    if (t == 0) bulk_wait_read<1>();
    __syncthreads();
    s[k & 1][t] = x[i + 63 - t] - k;
    fence_proxy_async();
    __syncthreads();
    if (t == 0) {
      bulk_store(y + i, smem(s[k & 1]), 256);
      bulk_commit();
    }
  }
  if (t == 0) bulk_wait_read<0>();
}
