// A sparse matrix in the ELL format, stored by columns, times a vector: a thread per row.
extern "C" __global__ void __launch_bounds__(128)
ell_matvec(const int* __restrict__ column, const float* __restrict__ value,
           const float* __restrict__ x, float* __restrict__ y, int rows, int width) {
  int row = blockIdx.x * 128 + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int k = 0; k < width; ++k) {
    size_t at = size_t(k) * rows + row;
    sum += value[at] * x[column[at]];
  }
  y[row] = sum;
}
