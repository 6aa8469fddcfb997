// Sparse matrix times vector in CSR form; row r has r % 5 + 1 entries, so row starts have a closed form.
// Fault: the loop over a row includes the first entry of the next row, and for the last row one behind the array.
extern "C" __global__ void spmv(float* y, const float* values, const float* x) {
  int r = threadIdx.x;
  if (r >= 40) return;
  auto start = [](int row) { return row / 5 * 15 + row % 5 * (row % 5 + 1) / 2; };
  int begin = start(r), end = start(r + 1);
  float acc = 0;
#ifdef FAULT
  for (int j = begin; j <= end; ++j) acc += values[j] * x[j * 7 % 32];
#else
  for (int j = begin; j < end; ++j) acc += values[j] * x[j * 7 % 32];
#endif
  y[r] = acc;
}
