// A 5 x 5 binomial filter of a 16 x 16 image in two passes, along rows into shared memory and then along columns; edges are repeated.
// Fault: no barrier between the passes (race on shared).
extern "C" __global__ void binomial(float* y, const float* x) {
  __shared__ float rows[16][17];
  int c = threadIdx.x, r = threadIdx.y;
  const float w[5] = {1, 4, 6, 4, 1};
  float sum = 0;
  for (int k = 0; k < 5; ++k) sum += w[k] * x[r * 16 + min(max(c + k - 2, 0), 15)];
  rows[r][c] = sum;
#ifndef FAULT
  __syncthreads();
#endif
  sum = 0;
  for (int k = 0; k < 5; ++k) sum += w[k] * rows[min(max(r + k - 2, 0), 15)][c];
  y[r * 16 + c] = sum / 256;
}
