// Five blocks take the elementwise maximum of an array and their own 64 values by reductions of bulk copies.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void fence_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
extern "C" __global__ void maxima(int* y, const int* x) {
  __shared__ alignas(16) int s[64];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 64 + t] ^ 0x0f0f;
  fence_async();
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%0], [%1], %2;"
                 ::"l"(y), "r"(shared_address(s)), "r"(256) : "memory");
    bulk_commit();
    bulk_wait<0>();
  }
}
