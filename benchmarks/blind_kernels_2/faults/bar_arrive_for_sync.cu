// Warp 1 squares 64 values into shared memory; warp 0 waits at a named barrier and adds pairs.
// Fault: the reading warp executes bar.arrive, which does not wait, and the writing warp bar.sync.
__device__ __forceinline__ void bar_sync(int id, int n) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void bar_arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory"); }
extern "C" __global__ void pairs(float* y, const float* x) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t >= 32) {
    for (int i = t - 32; i < 64; i += 32) s[i] = x[i] * x[i];
#ifdef FAULT
    bar_sync(3, 64);
#else
    bar_arrive(3, 64);
#endif
  } else {
#ifdef FAULT
    bar_arrive(3, 64);
#else
    bar_sync(3, 64);
#endif
    y[t] = s[t] + s[63 - t];
  }
}
