// Scales four pieces of 256 floats through one shared buffer, each stored by a bulk copy.
// Fault: the buffer is overwritten before wait_group.read says that the bulk copy has read it.
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void bulk_store(void* g, unsigned s, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(g), "r"(s), "r"(bytes) : "memory");
}
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }

extern "C" __global__ void scale(float* y, const float* x) {
  __shared__ alignas(128) float s[256];
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    int base = (blockIdx.x * 4 + k) * 256;
    for (int i = t; i < 256; i += 64) s[i] = 3.0f * x[base + i];
    fence_proxy_async();
    __syncthreads();
    if (t == 0) {
      bulk_store(y + base, (unsigned)__cvta_generic_to_shared(s), 1024);
      bulk_commit();
#ifndef FAULT
      bulk_wait_read<0>();
#endif
    }
    __syncthreads();
  }
  if (t == 0) bulk_wait<0>();
}
