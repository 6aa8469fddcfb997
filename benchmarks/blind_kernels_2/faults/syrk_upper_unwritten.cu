// C = A A^T, computed for the lower triangle and mirrored into the upper one.
// Fault: the mirrored store is missing, so elements above the diagonal are never written.
extern "C" __global__ void syrk(float* c, const float* a) {
  int i = threadIdx.x / 16, j = threadIdx.x % 16;
  if (j > i) return;
  float s = 0;
  for (int k = 0; k < 8; ++k) s += a[i * 8 + k] * a[j * 8 + k];
  c[i * 16 + j] = s;
#ifndef FAULT
  if (i != j) c[j * 16 + i] = s;
#endif
}
