// Eight tiles of 64 floats in a three-stage cp.async pipeline; each tile is written rotated by a warp.
// Fault: the two tiles of the prologue are committed as one group, so wait_group 1 does not wait for the first (wrong commit count).
__device__ __forceinline__ void copy4(void* dst, const void* src) { asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(dst)), "l"(src) : "memory"); }
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void rotate_tiles(float* y, const float* x) {
  __shared__ float stages[3][64];
  int t = threadIdx.x;
  copy4(&stages[0][t], &x[t]);
#ifndef FAULT
  copy_commit();
#endif
  copy4(&stages[1][t], &x[64 + t]);
  copy_commit();
  for (int k = 0; k < 8; ++k) {
    copy_wait<1>();
    __syncthreads();
    if (k + 2 < 8) copy4(&stages[(k + 2) % 3][t], &x[(k + 2) * 64 + t]);
    copy_commit();
    y[k * 64 + t] = stages[k % 3][(t + 32) % 64];
  }
}
