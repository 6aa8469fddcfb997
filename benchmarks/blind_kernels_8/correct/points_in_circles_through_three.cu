// Whether a fourth point lies inside the circle through three points in counterclockwise order (determinants of 64 bits).
__global__ void inside(int* y, const int2* p) {
  const int t = blockIdx.x * 32 + threadIdx.x;
  const int2 d = p[t * 4 + 3];
  long long x[3], v[3], s[3];
#pragma unroll
  for (int k = 0; k < 3; k++) {
    const int2 a = p[t * 4 + k];
    x[k] = a.x - d.x;
    v[k] = a.y - d.y;
    s[k] = x[k] * x[k] + v[k] * v[k];
  }
  const long long turn = (x[1] - x[0]) * (v[2] - v[0]) - (v[1] - v[0]) * (x[2] - x[0]);
  long long det = x[0] * (v[1] * s[2] - v[2] * s[1]) - v[0] * (x[1] * s[2] - x[2] * s[1]) + s[0] * (x[1] * v[2] - x[2] * v[1]);
  if (turn < 0) det = -det;
  y[t] = turn == 0 ? 0 : (det > 0) - (det < 0);
}
