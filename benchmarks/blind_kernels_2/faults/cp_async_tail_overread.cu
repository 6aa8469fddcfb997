// Copies 101 integers through shared memory by 16-byte cp.async and fills up with zeros.
// Fault: the copy of the last group always reads 16 bytes, three integers beyond the input.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void cp_async16_zfill(unsigned s, const void* g, unsigned n) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(s), "l"(g), "r"(n) : "memory"); }
__device__ __forceinline__ void cp_async_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void cp_async_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void padded(int* y, const int* x) {
  __shared__ __align__(16) int s[128];
  int t = threadIdx.x, left = 101 - 4 * t;
#ifdef FAULT
  unsigned bytes = left > 0 ? 16 : 0;
#else
  unsigned bytes = left >= 4 ? 16 : left > 0 ? left * 4 : 0;
#endif
  cp_async16_zfill(smem(s + 4 * t), bytes ? x + 4 * t : x, bytes);
  cp_async_commit();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = t; i < 128; i += 32) y[i] = s[127 - i];
}
