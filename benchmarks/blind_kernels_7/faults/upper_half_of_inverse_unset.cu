// Inverses of unit lower triangular 5 x 5 integer matrices, one per thread, in local arrays; then traces of inverse * transpose.
// Fault: the upper half of the local array is not set, but the product runs over all of it (uninitialized read).
extern "C" __global__ void traces(int* y, const int* a) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int inverse[5][5];
#ifndef FAULT
  for (int r = 0; r < 5; ++r)
    for (int c = r + 1; c < 5; ++c) inverse[r][c] = 0;
#endif
  for (int c = 0; c < 5; ++c) {
    inverse[c][c] = 1;
    for (int r = c + 1; r < 5; ++r) {
      int s = 0;
      for (int k = c; k < r; ++k) s -= a[(r * 5 + k) * 64 + i] * inverse[k][c];
      inverse[r][c] = s;
    }
  }
  int trace = 0;
  for (int r = 0; r < 5; ++r)
    for (int c = 0; c < 5; ++c) trace += inverse[r][c] * inverse[r][c];
  y[i] = trace;
}
