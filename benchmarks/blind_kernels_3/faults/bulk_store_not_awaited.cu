// Each block computes a tile in shared memory and stores it to global memory by a bulk copy.
// Fault: the block exits without wait_group, so its shared memory may be given away before the copy has read it (lifetime).
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void bulk_store(void* g, unsigned s, unsigned n) { asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(g), "r"(s), "r"(n) : "memory"); }
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void squares(int* y, const int* x) {
  __shared__ alignas(16) int s[64];
  int t = threadIdx.x, v = x[blockIdx.x * 64 + t];
  s[63 - t] = v * v;
  fence_proxy_async();
  __syncthreads();
  if (t == 0) {
    bulk_store(y + blockIdx.x * 64, smem(s), 256);
    bulk_commit();
#ifndef FAULT
    bulk_wait_read<0>();
#endif
  }
}
