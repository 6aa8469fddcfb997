// A symmetric band matrix, of which the diagonals 0, 3 and 11 are stored, times a vector: each is used above and below.
// Fault: below the diagonal, the entry is taken at the row instead of at the column (wrong value).
extern "C" __global__ void product(int* y, const int* diagonal, const int* x) {
  int r = blockIdx.x * 32 + threadIdx.x, s = diagonal[r] * x[r];
  for (int k = 1; k < 3; ++k) {
    int o = k == 1 ? 3 : 11;
    if (r + o < 96) s += diagonal[k * 96 + r] * x[r + o];
#ifdef FAULT
    if (r - o >= 0) s += diagonal[k * 96 + r] * x[r - o];
#else
    if (r - o >= 0) s += diagonal[k * 96 + r - o] * x[r - o];
#endif
  }
  y[r] = s;
}
