// Four blocks add 256 integers each to one array by reductions of bulk copies from shared memory.
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void bulk_reduce_add_u32(void* g, unsigned s, unsigned bytes) {
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" ::"l"(g), "r"(s), "r"(bytes) : "memory");
}
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }

extern "C" __global__ void add(unsigned* y, const unsigned* x) {
  __shared__ alignas(16) unsigned s[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 64) s[255 - i] = x[blockIdx.x * 256 + i];
  fence_proxy_async();
  __syncthreads();
  if (t == 32) {
    bulk_reduce_add_u32(y, (unsigned)__cvta_generic_to_shared(s), 512);
    bulk_reduce_add_u32(y + 128, (unsigned)__cvta_generic_to_shared(s + 128), 512);
    bulk_commit();
    bulk_wait<0>();
  }
}
