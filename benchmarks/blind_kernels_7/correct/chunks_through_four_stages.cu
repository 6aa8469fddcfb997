// Weighted sums of 10 chunks of 128 floats by cp.async with four stages and one commit per step, empty groups at the end.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void copy4(unsigned dst, const void* src) { asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(dst), "l"(src) : "memory"); }
__device__ __forceinline__ void copy16(unsigned dst, const void* src) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(dst), "l"(src) : "memory"); }
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void sums(float* y, const float* x, const float* weight) {
  __shared__ alignas(16) float stage[4][128];
  int t = threadIdx.x;
  const float* mine = x + blockIdx.x * 1280;
  for (int k = 0; k < 3; ++k) {
    copy16(shared_address(&stage[k][4 * t]), mine + k * 128 + 4 * t);
    copy_commit();
  }
  float s[4] = {};
  for (int k = 0; k < 10; ++k) {
    copy_wait<2>();
    __syncthreads();
    if (k + 3 < 10) copy16(shared_address(&stage[(k + 3) % 4][4 * t]), mine + (k + 3) * 128 + 4 * t);
    copy_commit();
    for (int j = 0; j < 4; ++j) s[j] += weight[k] * stage[k % 4][127 - (t + 32 * j)];
  }
  for (int j = 0; j < 4; ++j) y[blockIdx.x * 128 + t + 32 * j] = s[j];
}
