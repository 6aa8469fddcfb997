// C[i][j] = sum over k of A[k][j] B[k][i]: blocks of 32 x 32 threads, an element each, the sum in
// C. Rows lie along threadIdx.x, so that a warp reads B coalesced and one word of A, and stores C
// strided.
#ifndef N
#define N 16384
#endif

extern "C" __global__ void __launch_bounds__(1024)
    block_tile(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c) {
  const int row = blockIdx.x * 32 + threadIdx.x, column = blockIdx.y * 32 + threadIdx.y;
  c[row * N + column] = 0.0f;
  for (int k = 0; k < N; ++k) {
    c[row * N + column] = c[row * N + column] + a[k * N + column] * b[k * N + row];
  }
}
