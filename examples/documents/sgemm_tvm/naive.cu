// C[i][j] = sum over k of A[k][j] B[k][i]: a block per row of C, the sum in global memory.
// The source's printed kernel, at N = 1024, with its 1024 threads a block.
#ifndef N
#define N 1024
#endif

extern "C" __global__ void __launch_bounds__(1024)
    naive(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c) {
  const int row = blockIdx.x, column = threadIdx.x;
  c[row * N + column] = 0.0f;
  for (int k = 0; k < N; ++k) {
    c[row * N + column] = c[row * N + column] + a[k * N + column] * b[k * N + row];
  }
}
