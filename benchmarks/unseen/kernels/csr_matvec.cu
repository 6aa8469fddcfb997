// A sparse matrix in the CSR format times a vector: eight lanes per row, rows of any length.
extern "C" __global__ void __launch_bounds__(256)
csr_matvec(const int* __restrict__ offset, const int* __restrict__ column,
           const float* __restrict__ value, const float* __restrict__ x, float* __restrict__ y,
           int rows) {
  int row = blockIdx.x * 32 + threadIdx.x / 8, sub = threadIdx.x % 8;
  float sum = 0.0f;
  if (row < rows)
    for (int at = offset[row] + sub, end = offset[row + 1]; at < end; at += 8)
      sum += value[at] * x[column[at]];
  sum += __shfl_xor_sync(~0u, sum, 4);
  sum += __shfl_xor_sync(~0u, sum, 2);
  sum += __shfl_xor_sync(~0u, sum, 1);
  if (row < rows && sub == 0) y[row] = sum;
}
