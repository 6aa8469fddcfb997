// A matrix of five diagonals, stored by diagonals, times a vector of 64.
// Fault: the column is only compared with the upper bound, so the diagonals below the main one read before the vector (out of bounds on global).
extern "C" __global__ void dia_spmv(float* y, const float* data, const int* offsets, const float* x) {
  int row = threadIdx.x;
  float sum = 0;
  for (int d = 0; d < 5; ++d) {
    int col = row + offsets[d];
#ifdef FAULT
    if (col < 64) sum += data[d * 64 + row] * x[col];
#else
    if (col >= 0 && col < 64) sum += data[d * 64 + row] * x[col];
#endif
  }
  y[row] = sum;
}
