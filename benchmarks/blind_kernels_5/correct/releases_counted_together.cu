// Every thread of two blocks stores a value and increments a counter by a release; a third block acquires the full count and reads all.
extern "C" __global__ void collect(int* y, int* data, int* arrived, const int* x) {
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (blockIdx.x < 2) {
    data[i] = x[i] - 1;
    asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(arrived) : "memory");
  } else {
    int count;
    do asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(count) : "l"(arrived) : "memory");
    while (count < 128);
    y[t] = data[127 - t];
    y[64 + t] = data[63 - t];
  }
}
