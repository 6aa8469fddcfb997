// Six blocks exclusive-or 128 words each into one array by reductions of bulk copies (xor has no order).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void fence_proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
extern "C" __global__ void flip(unsigned* y, const unsigned* x) {
  __shared__ alignas(16) unsigned word[128];
  int t = threadIdx.x;
  word[t] = x[blockIdx.x * 128 + t] * 2654435761u;
  fence_proxy();
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.xor.b32 [%0], [%1], 512;" ::"l"(y), "r"(shared_address(word)) : "memory");
    bulk_commit();
    bulk_wait_read<0>();
  }
}
