// Sums eight tiles of 256 floats, each reversed by vectors, through a three-stage cp.async pipeline.
// Fault: wait_group 2 leaves the tile about to be read in flight; 1 is right (wrong group count).
#ifdef FAULT
#define PENDING 2
#else
#define PENDING 1
#endif
__device__ __forceinline__ void cp_async16(unsigned s, const void* g) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(s), "l"(g) : "memory"); }
__device__ __forceinline__ void cp_async_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void cp_async_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }

extern "C" __global__ void tile_sum(float* y, const float* x) {
  __shared__ __align__(16) float s[3][256];
  int t = threadIdx.x;
  const float* src = x + blockIdx.x * 8 * 256;
  unsigned base = (unsigned)__cvta_generic_to_shared(&s[0][0]) + t * 16;
  for (int k = 0; k < 2; ++k) {
    cp_async16(base + k * 1024, src + k * 256 + t * 4);
    cp_async_commit();
  }
  float4 acc = make_float4(0, 0, 0, 0);
  for (int k = 0; k < 8; ++k) {
    cp_async_wait<PENDING>();
    __syncthreads();
    float4 v = *(const float4*)&s[k % 3][(63 - t) * 4];
    acc.x += v.x;
    acc.y += v.y;
    acc.z += v.z;
    acc.w += v.w;
    if (k + 2 < 8) cp_async16(base + (k + 2) % 3 * 1024, src + (k + 2) * 256 + t * 4);
    cp_async_commit();
  }
  *(float4*)&y[blockIdx.x * 256 + t * 4] = acc;
}
