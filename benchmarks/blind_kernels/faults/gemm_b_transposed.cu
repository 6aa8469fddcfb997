// C = A B, one thread per element; B is K x N, row-major.
// Fault: B is indexed as if it were N x K (wrong transposed index, within bounds).
extern "C" __global__ void gemm(float* c, const float* a, const float* b, int n, int k) {
  int col = blockIdx.x * 16 + threadIdx.x, row = threadIdx.y;
  float acc = 0;
  for (int i = 0; i < k; ++i) {
#ifdef FAULT
    acc += a[row * k + i] * b[col * k + i];
#else
    acc += a[row * k + i] * b[i * n + col];
#endif
  }
  c[row * n + col] = acc;
}
