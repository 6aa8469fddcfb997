// How many random points of a square are in a circle: a linear congruential generator per thread.
extern "C" __global__ void __launch_bounds__(256) circle_points(int* __restrict__ y, int points) {
  int thread = blockIdx.x * 256 + threadIdx.x, inside = 0;
  unsigned state = thread * 2654435761u + 12345u;
  for (int point = 0; point < points; ++point) {
    state = state * 1664525u + 1013904223u;
    float a = __fmul_rn(float(state >> 8), 1.0f / (1 << 24));
    state = state * 1664525u + 1013904223u;
    float b = __fmul_rn(float(state >> 8), 1.0f / (1 << 24));
    inside += __fadd_rn(__fmul_rn(a, a), __fmul_rn(b, b)) < 1.0f;
  }
  y[thread] = inside;
}
