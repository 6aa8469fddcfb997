// Two of five warps return at once; the other three meet at a named barrier of 96 threads.
__device__ __forceinline__ void bar_sync(int id, int n) { asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }

extern "C" __global__ void rounds(int* y, const int* x) {
  __shared__ int s[96];
  int t = threadIdx.x;
  if (t >= 96) return;
  int v = x[blockIdx.x * 96 + t];
  for (int r = 0; r < 4; ++r) {
    s[t] = v;
    bar_sync(3, 96);
    v = v * 3 - s[(t + 32 + r) % 96];
    bar_sync(3, 96);
  }
  y[blockIdx.x * 96 + t] = v;
}
