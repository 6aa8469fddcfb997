// Row sums of the first 16 columns of a 16 x 18 matrix, staged in shared memory by cp.async.
// Fault: 16-byte copies from rows of 72 bytes (misaligned in every other row); 8 bytes are aligned.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void cp_async16(unsigned s, const void* g) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(s), "l"(g) : "memory"); }
__device__ __forceinline__ void cp_async_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void cp_async_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void rows(float* y, const float* x) {
  __shared__ __align__(16) float s[16][16];
  int t = threadIdx.x, r = t / 4, c = t % 4 * 4;
#ifdef FAULT
  cp_async16(smem(&s[r][c]), x + r * 18 + c);
#else
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(smem(&s[r][c])), "l"(x + r * 18 + c) : "memory");
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(smem(&s[r][c + 2])), "l"(x + r * 18 + c + 2) : "memory");
#endif
  cp_async_commit();
  cp_async_wait<0>();
  __syncthreads();
  if (t < 16) {
    float acc = 0;
    for (int k = 0; k < 16; ++k) acc += s[t][k];
    y[t] = acc;
  }
}
