// One producer warp fills a shared tile, three consumer warps use it; two named barriers hand it over.
// Fault: the barriers count 96 threads, the consumers alone, where 128 take part (wrong barrier count).
#ifdef FAULT
#define COUNT 96
#else
#define COUNT 128
#endif
__device__ __forceinline__ void bar_sync(int id, int n) { asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void bar_arrive(int id, int n) { asm volatile("barrier.arrive %0, %1;" ::"r"(id), "r"(n) : "memory"); }

extern "C" __global__ void handover(float* y, const float* x) {
  __shared__ float tile[96];
  int t = threadIdx.x;
  if (t < 32) {
    for (int k = 0; k < 4; ++k) {
      if (k > 0) bar_sync(2, COUNT);  // the tile is free again
      for (int j = t; j < 96; j += 32) tile[j] = 2.0f * x[k * 96 + j];
      bar_arrive(1, COUNT);  // the tile is full
    }
  } else {
    int c = t - 32;
    for (int k = 0; k < 4; ++k) {
      bar_sync(1, COUNT);
      y[k * 96 + c] = tile[95 - c];
      if (k < 3) bar_arrive(2, COUNT);
    }
  }
}
