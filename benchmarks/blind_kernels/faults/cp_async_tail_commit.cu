// Row sums of a 32 x 128 matrix times a vector, by column panels of 16 in a two-stage cp.async pipeline.
// Fault: nothing is committed in the last step, so wait_group 1 leaves the last panel in flight.
#define COLS 128
__device__ __forceinline__ void cp_async16(unsigned s, const void* g) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(s), "l"(g) : "memory"); }
__device__ __forceinline__ void cp_async_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void cp_async_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }

extern "C" __global__ void gemv(float* y, const float* a, const float* x) {
  __shared__ __align__(16) float s[2][32][20];
  int t = threadIdx.x;
  const float* panel = a + blockIdx.x * 32 * COLS;
  auto load = [&](int k) {
    for (int j = t; j < 128; j += 32) {  // 32 rows of four vectors
      int row = j / 4, v = j % 4;
      cp_async16((unsigned)__cvta_generic_to_shared(&s[k & 1][row][v * 4]), panel + row * COLS + k * 16 + v * 4);
    }
  };
  load(0);
  cp_async_commit();
  float acc = 0;
  for (int k = 0; k < COLS / 16; ++k) {
    if (k + 1 < COLS / 16) {
      load(k + 1);
#ifdef FAULT
      cp_async_commit();
#endif
    }
#ifndef FAULT
    cp_async_commit();
#endif
    cp_async_wait<1>();
    __syncthreads();
    for (int j = 0; j < 16; ++j) acc += s[k & 1][t][j] * x[k * 16 + j];
    __syncthreads();
  }
  y[blockIdx.x * 32 + t] = acc;
}
