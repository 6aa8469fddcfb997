// Sums eight chunks of 256 floats, each rotated by seven, in a four-stage pipeline; the tail is filled with zeros by cp.async.
__device__ __forceinline__ void cp_async4_zfill(unsigned s, const void* g, int bytes) { asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(s), "l"(g), "r"(bytes) : "memory"); }
__device__ __forceinline__ void cp_async_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void cp_async_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }

extern "C" __global__ void rotated_sum(float* y, const float* x, int n) {
  __shared__ float s[4][256];
  int t = threadIdx.x;
  auto load = [&](int k) {
    for (int j = t; j < 256; j += 64) {
      int i = k * 256 + j;
      cp_async4_zfill((unsigned)__cvta_generic_to_shared(&s[k & 3][j]), x + (i < n ? i : 0), i < n ? 4 : 0);
    }
  };
  for (int k = 0; k < 3; ++k) {
    load(k);
    cp_async_commit();
  }
  float acc[4] = {0, 0, 0, 0};
  for (int k = 0; k < 8; ++k) {
    cp_async_wait<2>();
    __syncthreads();
    if (k + 3 < 8) load(k + 3);  // into the stage that was read one step ago
    cp_async_commit();
#pragma unroll
    for (int j = 0; j < 4; ++j) acc[j] += s[k & 3][(j * 64 + t + 7) & 255];
  }
  for (int j = 0; j < 4; ++j) y[j * 64 + t] = acc[j];
}
