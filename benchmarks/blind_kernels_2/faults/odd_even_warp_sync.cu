// Odd-even transposition sort of 128 integers by two warps.
// Fault: __syncwarp between the phases, although pairs straddle the two warps (race).
#ifdef FAULT
#define PHASE_END() __syncwarp()
#else
#define PHASE_END() __syncthreads()
#endif
extern "C" __global__ void sort(int* y, const int* x) {
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int i = t; i < 128; i += 64) s[i] = x[blockIdx.x * 128 + i];
  __syncthreads();
  for (int phase = 0; phase < 128; ++phase) {
    int i = 2 * t + (phase & 1);
    if (i + 1 < 128) {
      int a = s[i], b = s[i + 1];
      if (a > b) {
        s[i] = b;
        s[i + 1] = a;
      }
    }
    PHASE_END();
  }
  __syncthreads();
  for (int i = t; i < 128; i += 64) y[blockIdx.x * 128 + i] = s[i];
}
