// Eigenvalues of 64 symmetric 3 x 3 matrices in ascending order by Jacobi's rotations, eight sweeps in double precision.
__device__ void rotate(double a[3][3], int p, int q) {
  if (fabs(a[p][q]) < 1e-300) return;
  const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
  const double t = (theta < 0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
  const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
  for (int k = 0; k < 3; k++) {
    const double u = a[k][p], v = a[k][q];
    a[k][p] = c * u - s * v;
    a[k][q] = s * u + c * v;
  }
  for (int k = 0; k < 3; k++) {
    const double u = a[p][k], v = a[q][k];
    a[p][k] = c * u - s * v;
    a[q][k] = s * u + c * v;
  }
}
__global__ void eigenvalues(double* y, const double* x) {
  const double* m = x + threadIdx.x * 6;
  double a[3][3] = {{m[0], m[1], m[2]}, {m[1], m[3], m[4]}, {m[2], m[4], m[5]}};
  for (int sweep = 0; sweep < 8; sweep++) {
    rotate(a, 0, 1);
    rotate(a, 0, 2);
    rotate(a, 1, 2);
  }
  const double u = fmin(a[0][0], a[1][1]), v = fmax(a[0][0], a[1][1]), w = a[2][2];
  y[threadIdx.x * 3] = fmin(u, w);
  y[threadIdx.x * 3 + 1] = fmin(fmax(u, w), v);
  y[threadIdx.x * 3 + 2] = fmax(v, w);
}
