// Romberg's integration of exp(-a x) cos(b x) from 0 to 2 in doubles, the whole table in a local array of six.
extern "C" __global__ void integrate(double* area, const double* a, const double* b) {
  int i = blockIdx.x * 32 + threadIdx.x;
  double p = a[i], q = b[i], row[6] = {};
  for (int k = 0; k < 6; ++k) {
    int n = 1 << k;
    double h = 2.0 / n, s = 0.5 * (1 + exp(-2 * p) * cos(2 * q));
    for (int j = 1; j < n; ++j) s += exp(-p * j * h) * cos(q * j * h);
    double before = row[0];
    row[0] = s * h;
    double factor = 4;
    for (int j = 1; j <= k; ++j, factor *= 4) {
      double better = row[j - 1] + (row[j - 1] - before) / (factor - 1);
      before = row[j];
      row[j] = better;
    }
  }
  area[i] = row[5];
}
