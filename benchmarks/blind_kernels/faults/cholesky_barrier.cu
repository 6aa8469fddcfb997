// Cholesky factor of a 16 x 16 matrix per block; the matrix is made symmetric and diagonally dominant first.
// Fault: no barrier between scaling the pivot column and subtracting its outer product (race on shared).
extern "C" __global__ void cholesky(float* l, const float* x) {
  __shared__ float a[16][17];
  int c = threadIdx.x, r = threadIdx.y;
  const float* src = x + blockIdx.x * 256;
  a[r][c] = 0.5f * (src[r * 16 + c] + src[c * 16 + r]) + (r == c ? 20.0f : 0.0f);
  __syncthreads();
  for (int k = 0; k < 16; ++k) {
    if (r == k && c == k) a[k][k] = sqrtf(a[k][k]);
    __syncthreads();
    if (c == k && r > k) a[r][k] /= a[k][k];
#ifndef FAULT
    __syncthreads();
#endif
    if (c > k && r >= c) a[r][c] -= a[r][k] * a[c][k];
    __syncthreads();
  }
  l[blockIdx.x * 256 + r * 16 + c] = r >= c ? a[r][c] : 0.0f;
}
