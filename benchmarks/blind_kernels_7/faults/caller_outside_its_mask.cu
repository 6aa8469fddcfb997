// Lanes of quarters of a warp pass values to the next lane of their quarter through shared memory.
// Fault: the mask of __syncwarp is that of the next quarter, and does not contain the calling lane (undefined behaviour).
extern "C" __global__ void pass(int* y, const int* x) {
  __shared__ int s[64];
  int t = threadIdx.x, quarter = t % 32 / 8;
#ifdef FAULT
  unsigned mask = 0xffu << (quarter + 1) % 4 * 8;
#else
  unsigned mask = 0xffu << quarter * 8;
#endif
  s[t] = x[blockIdx.x * 64 + t];
  __syncwarp(mask);
  y[blockIdx.x * 64 + t] = s[t / 8 * 8 + (t + 1) % 8];
}
