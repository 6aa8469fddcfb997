// Four Crank-Nicolson steps of diffusion along rows of 24 points (ends fixed at zero): Thomas algorithm, local arrays.
extern "C" __global__ void diffuse(double* u, int n) {
  double* row = u + (blockIdx.x * 16 + threadIdx.x) * (long long)n;
  const double r = 0.4;
  double c[24], d[24];
  for (int step = 0; step < 4; ++step) {
    double left = 0, below = 0;
    for (int i = 0; i < n; ++i) {
      double here = row[i], right = i + 1 < n ? row[i + 1] : 0;
      double rhs = here + r / 2 * (left - 2 * here + right);
      double m = 1 + r + r / 2 * (i > 0 ? c[i - 1] : 0);
      c[i] = -r / 2 / m;
      d[i] = below = (rhs + r / 2 * below) / m;
      left = here;
    }
    double above = 0;
    for (int i = n - 1; i >= 0; --i) row[i] = above = d[i] - c[i] * above;
  }
}
