// Determinants of 4 x 4 integer matrices by Bareiss' elimination, with exchanges of rows where a pivot is zero.
extern "C" __global__ void determinant(long long* det, const int* matrix) {
  int i = blockIdx.x * 32 + threadIdx.x;
  long long a[4][4];
  for (int k = 0; k < 16; ++k) a[k / 4][k % 4] = matrix[i * 16 + k];
  long long before = 1, sign = 1;
  for (int k = 0; k < 3; ++k) {
    int p = k;
    while (p < 4 && a[p][k] == 0) ++p;
    if (p == 4) {
      det[i] = 0;
      return;
    }
    if (p != k) {
      for (int c = 0; c < 4; ++c) {
        long long swap = a[p][c];
        a[p][c] = a[k][c];
        a[k][c] = swap;
      }
      sign = -sign;
    }
    for (int r = k + 1; r < 4; ++r)
      for (int c = k + 1; c < 4; ++c) a[r][c] = (a[r][c] * a[k][k] - a[r][k] * a[k][c]) / before;
    before = a[k][k];
  }
  det[i] = sign * a[3][3];
}
