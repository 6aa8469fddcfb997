// Sliced ELL with sorted rows: slices of 32 rows with their own width, results go back by the permutation of the rows.
extern "C" __global__ void product(int* y, const int* slice, const int* row, const int* column, const int* value, const int* x) {
  int lane = threadIdx.x, s = blockIdx.x, sum = 0;
  for (int k = slice[s] + lane; k < slice[s + 1]; k += 32) sum += value[k] * x[column[k]];
  y[row[s * 32 + lane]] = sum;
}
