// Each block writes four tiles of 256 bytes, one after the other, through one buffer by bulk stores.
// Fault: the stores are not committed to a group, so the wait does not wait for them (race with the copy).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void fence_proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void bulk_store(void* dst, unsigned src, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(dst), "r"(src), "r"(bytes) : "memory");
}
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void twice(int* y, const int* x) {
  __shared__ alignas(16) int buffer[64];
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    int at = (blockIdx.x * 4 + k) * 64;
    buffer[t] = (int)(2u * x[at + (t ^ 1)]);
    fence_proxy();
    __syncthreads();
    if (t == 0) {
      bulk_store(y + at, shared_address(buffer), 256);
#ifndef FAULT
      bulk_commit();
#endif
      bulk_wait_read<0>();
    }
    __syncthreads();
  }
  if (t == 0) bulk_wait<0>();
}
