// Sums over windows of five in an array of 120 values; a tile with its halo comes by cp.async, zeros outside.
// Fault: copies outside the array are skipped and not replaced by zeros (uninitialized shared memory).
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void cp_async4(void* s, const void* g) { asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(smem(s)), "l"(g) : "memory"); }
__device__ __forceinline__ void cp_async4_zfill(void* s, const void* g, int n) { asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(smem(s)), "l"(g), "r"(n) : "memory"); }
__device__ __forceinline__ void cp_async_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void cp_async_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void windows(int* y, const int* x) {
  __shared__ int s[36];
  int first = blockIdx.x * 32 - 2;
  for (int k = threadIdx.x; k < 36; k += 32) {
    int i = first + k;
    bool inside = i >= 0 && i < 120;
#ifdef FAULT
    if (inside) cp_async4(&s[k], x + i);
#else
    cp_async4_zfill(&s[k], inside ? x + i : x, inside ? 4 : 0);
#endif
  }
  cp_async_commit();
  cp_async_wait<0>();
  __syncthreads();
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  if (i < 120) y[i] = s[t] + s[t + 1] + s[t + 2] + s[t + 3] + s[t + 4];
}
