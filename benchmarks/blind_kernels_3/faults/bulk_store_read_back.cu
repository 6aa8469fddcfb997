// A bulk copy stores a tile to global memory, from where the threads of the block read it in reverse order.
// Fault: wait_group.read only says that shared memory has been read, not that global memory has been written.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void bulk_store(void* g, unsigned s, unsigned n) { asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(g), "r"(s), "r"(n) : "memory"); }
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void pass(int* y, int* g, const int* x) {
  __shared__ alignas(16) int s[64];
  int t = threadIdx.x, i = blockIdx.x * 64;
  s[t] = x[i + t] * 3;
  fence_proxy_async();
  __syncthreads();
  if (t == 0) {
    bulk_store(g + i, smem(s), 256);
    bulk_commit();
#ifdef FAULT
    bulk_wait_read<0>();
#else
    bulk_wait<0>();
#endif
  }
  __syncthreads();
  y[i + t] = ((volatile int*)g)[i + 63 - t];
}
