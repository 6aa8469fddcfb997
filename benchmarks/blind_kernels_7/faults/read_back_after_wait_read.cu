// A block reduces its bits into global memory by a bulk copy (or), and then reads the result back.
// Fault: it only waits until the source has been read, not until the result is visible (data race).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void fence_proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
extern "C" __global__ void combine(unsigned* count, unsigned* bits, const unsigned* x) {
  __shared__ alignas(16) unsigned word[32];
  int t = threadIdx.x;
  word[t] = x[blockIdx.x * 32 + t] & 0xff00ff00;
  fence_proxy();
  __syncwarp();
  if (t == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.or.b32 [%0], [%1], 128;"
                 ::"l"(bits + blockIdx.x * 32), "r"(shared_address(word)) : "memory");
    bulk_commit();
#ifdef FAULT
    bulk_wait_read<0>();
#else
    bulk_wait<0>();
#endif
    unsigned n = 0;
    for (int k = 0; k < 32; ++k) n += __popc(bits[blockIdx.x * 32 + k]);
    count[blockIdx.x] = n;
  }
}
