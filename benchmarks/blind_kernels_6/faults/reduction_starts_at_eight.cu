// Matrix times vector, a warp per row; lanes are added up by shuffles.
// Fault: the reduction starts with a distance of 8, so lanes 16 to 31 are left out (wrong value).
#ifdef FAULT
#define START 8
#else
#define START 16
#endif
extern "C" __global__ void gemv(float* y, const float* a, const float* x) {
  int row = blockIdx.x * 4 + threadIdx.y;
  float sum = 0;
  for (int c = threadIdx.x; c < 96; c += 32) sum = fmaf(a[row * 96 + c], x[c], sum);
  for (int d = START; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x == 0) y[row] = sum;
}
