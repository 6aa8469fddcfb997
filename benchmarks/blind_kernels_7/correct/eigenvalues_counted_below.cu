// Sturm's counts in doubles: how many eigenvalues of a tridiagonal matrix of size 24 are below each of 128 shifts.
extern "C" __global__ void count(int* below, const double* d, const double* e, const double* shift) {
  __shared__ double diagonal[24], square[24];
  int t = threadIdx.x;
  if (t < 24) {
    diagonal[t] = d[t];
    square[t] = t ? e[t - 1] * e[t - 1] : 0;
  }
  __syncthreads();
  double s = shift[blockIdx.x * 64 + t], q = 1;
  int n = 0;
  for (int k = 0; k < 24; ++k) {
    q = diagonal[k] - s - square[k] / q;
    if (fabs(q) < 1e-30) q = -1e-30;
    n += q < 0;
  }
  below[blockIdx.x * 64 + t] = n;
}
