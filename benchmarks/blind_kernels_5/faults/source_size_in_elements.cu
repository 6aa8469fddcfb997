// Copies 125 integers to shared memory by 16-byte cp.async, whose source size leaves the rest zero, and writes them reversed.
// Fault: the source size is given in elements instead of bytes, so only the first bytes of a piece arrive (wrong values).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void reverse(int* y, const int* x) {
  __shared__ alignas(16) int tile[128];
  int t = threadIdx.x, left = min(4, 125 - 4 * t);
#ifdef FAULT
  int size = left;
#else
  int size = left * 4;
#endif
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(&tile[4 * t])), "l"(x + 4 * t), "r"(size) : "memory");
  copy_commit();
  copy_wait<0>();
  __syncthreads();
  for (int i = t; i < 128; i += 32) y[i] = tile[127 - i];
}
