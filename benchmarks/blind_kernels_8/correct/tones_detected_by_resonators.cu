// Powers of eight tones in 96 samples by Goertzel's resonators in double precision, a thread per tone and channel.
__global__ void goertzel(double* y, const double* x, const double* turns) {
  const double c = 2.0 * cos(6.283185307179586 * turns[threadIdx.x]);
  double a = 0.0, b = 0.0;
  for (int i = 0; i < 96; i++) {
    const double s = x[i * 4 + threadIdx.y] + c * a - b;
    b = a;
    a = s;
  }
  y[threadIdx.y * 8 + threadIdx.x] = a * a + b * b - c * a * b;
}
