// Levinson and Durbin's recursion for order 16 in doubles; coefficients and their mirror images are updated together.
// Fault: coefficients are updated in place, while other threads still read their mirror images (data race).
extern "C" __global__ void predict(double* a, const double* r) {
  __shared__ double c[17];
  const double* rr = r + blockIdx.x * 17;
  int t = threadIdx.x;
  double error = rr[0];
  if (t < 17) c[t] = t == 0;
  __syncthreads();
  for (int i = 1; i <= 16; ++i) {
    double s = rr[i];
    for (int j = 1; j < i; ++j) s += c[j] * rr[i - j];
    double k = -s / error;
    __syncthreads();
    double mine = 0;
    if (t > 0 && t < i) mine = c[t] + k * c[i - t];
    if (t == i) mine = k;
#ifndef FAULT
    __syncthreads();
#endif
    if (t > 0 && t <= i) c[t] = mine;
    error *= 1 - k * k;
    __syncthreads();
  }
  if (t < 17) a[blockIdx.x * 17 + t] = c[t];
}
