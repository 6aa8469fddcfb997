// Adds up 8 tiles of 128 values per block; cp.async fetches tiles two steps ahead into three stages.
// Fault: there are two stages, so the tile in use is overwritten by the tile two steps later (race on shared).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void cp_async16(unsigned dst, const void* src) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(dst), "l"(src) : "memory"); }
__device__ __forceinline__ void cp_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void cp_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
#ifdef FAULT
#define STAGES 2
#else
#define STAGES 3
#endif
extern "C" __global__ void add_tiles(float* y, const float* x) {
  __shared__ alignas(16) float tile[STAGES][128];
  int t = threadIdx.x;
  const float* from = x + blockIdx.x * 8 * 128 + t * 4;
  for (int k = 0; k < 2; ++k) {
    cp_async16(shared_address(&tile[k][t * 4]), from + k * 128);
    cp_commit();
  }
  float sum = 0;
  for (int k = 0; k < 8; ++k) {
    cp_wait<1>();
    __syncthreads();
    if (k + 2 < 8) cp_async16(shared_address(&tile[(k + 2) % STAGES][t * 4]), from + (k + 2) * 128);
    cp_commit();
    for (int i = 0; i < 4; ++i) sum += tile[k % STAGES][i * 32 + t];
  }
  y[blockIdx.x * 32 + t] = sum;
}
