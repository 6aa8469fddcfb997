// Sums eight chunks of 64 floats, each reversed, through two buffers filled by cp.async.
// Fault: the barrier at the end of an iteration is missing, so a buffer is refilled while it is read.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void cp_async4(unsigned s, const void* g) { asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(s), "l"(g) : "memory"); }
__device__ __forceinline__ void cp_async_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void cp_async_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void chunks(float* y, const float* x) {
  __shared__ __align__(16) float s[2][64];
  int t = threadIdx.x;
  const float* p = x + blockIdx.x * 512;
  cp_async4(smem(&s[0][t]), p + t);
  cp_async_commit();
  float acc = 0;
  for (int k = 0; k < 8; ++k) {
    if (k + 1 < 8) cp_async4(smem(&s[(k + 1) & 1][t]), p + (k + 1) * 64 + t);
    cp_async_commit();
    cp_async_wait<1>();
    __syncthreads();
    acc += s[k & 1][63 - t];
#ifndef FAULT
    __syncthreads();
#endif
  }
  y[blockIdx.x * 64 + t] = acc;
}
