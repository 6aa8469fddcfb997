// Sparse matrix times vector in ELL form; row r has r % 5 + 1 entries, unused slots have column -1.
// Fault: the column of a padding slot is not tested, so x[-1] is read (out of bounds).
extern "C" __global__ void ell(float* y, const float* v, const float* x) {
  int r = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < 5; ++k) {
    int col = k <= r % 5 ? (r * 7 + k * 13) % 64 : -1;
#ifndef FAULT
    if (col < 0) continue;
#endif
    acc += v[k * 64 + r] * x[col];
  }
  y[r] = acc;
}
