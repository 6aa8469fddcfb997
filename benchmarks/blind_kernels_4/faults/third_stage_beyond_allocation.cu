// Tiles of 256 floats pass through a cp.async pipeline in dynamic shared memory; the launch provides two stages.
// Fault: the kernel is built for three stages, the third of which lies behind the allocation (out of bounds on shared).
#ifdef FAULT
#define STAGES 3
#else
#define STAGES 2
#endif
__device__ __forceinline__ void copy4(void* dst, const void* src) { asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(dst)), "l"(src) : "memory"); }
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void reverse_tiles(float* y, const float* x) {
  extern __shared__ float stages[];
  int t = threadIdx.x;
  for (int k = 0; k < STAGES - 1; ++k) {
    copy4(&stages[k * 256 + t], &x[k * 256 + t]);
    copy_commit();
  }
  for (int k = 0; k < 7; ++k) {
    copy_wait<STAGES - 2>();
    __syncthreads();
    int ahead = k + STAGES - 1;
    if (ahead < 7) copy4(&stages[ahead % STAGES * 256 + t], &x[ahead * 256 + t]);
    copy_commit();
    y[k * 256 + t] = 2 * stages[k % STAGES * 256 + 255 - t];
  }
}
