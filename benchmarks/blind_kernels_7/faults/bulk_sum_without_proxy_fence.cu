// Three blocks add 64 integers each to an array by reductions of bulk copies from shared memory.
// Fault: no fence.proxy.async between the threads' stores to shared memory and the bulk copy that reads them (data race).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void fence_proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
extern "C" __global__ void add(int* y, const int* x) {
  __shared__ alignas(16) int part[64];
  int t = threadIdx.x;
  part[t] = x[blockIdx.x * 64 + t] >> 2;
#ifndef FAULT
  fence_proxy();
#endif
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], 256;" ::"l"(y), "r"(shared_address(part)) : "memory");
    bulk_commit();
    bulk_wait<0>();
  }
}
