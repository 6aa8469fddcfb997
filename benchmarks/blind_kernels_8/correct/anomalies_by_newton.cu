// Kepler's equation E - e sin E = M in double precision by Newton's method, and the position on the ellipse.
__global__ void kepler(double* anomaly, double2* place, const double* mean, const double* e) {
  const int t = threadIdx.x;
  double x = mean[t];
  for (int k = 0; k < 12; k++) {
    double s, c;
    sincos(x, &s, &c);
    x -= (x - e[t] * s - mean[t]) / (1.0 - e[t] * c);
  }
  anomaly[t] = x;
  place[t] = make_double2(cos(x) - e[t], sqrt(1.0 - e[t] * e[t]) * sin(x));
}
