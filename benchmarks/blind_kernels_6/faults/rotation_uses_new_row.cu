// Givens rotations of neighbouring rows, one after the other; each thread has a column.
// Fault: the second row is computed from the first row after its rotation (wrong value).
extern "C" __global__ void rotate(float* a, const float* angle) {
  int c = threadIdx.x;
  float above = a[c];
  for (int r = 0; r < 7; ++r) {
    float s, k, below = a[(r + 1) * 32 + c];
    sincosf(angle[r], &s, &k);
    float rotated = k * above + s * below;
#ifdef FAULT
    above = k * below - s * rotated;
#else
    above = k * below - s * above;
#endif
    a[r * 32 + c] = rotated;
  }
  a[7 * 32 + c] = above;
}
