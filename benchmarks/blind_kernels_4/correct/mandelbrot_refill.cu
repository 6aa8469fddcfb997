// Escape times of 200 points in fixed-point arithmetic; a lane takes the next point from a counter as soon as its own has escaped.
extern "C" __global__ void escape(int* y, const int* re, const int* im) {
  __shared__ int next;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  int point = atomicAdd(&next, 1), a = 0, b = 0, n = 0;
  while (point < 200) {
    if (n == 50 || a * a + b * b > 4 << 24) {
      y[point] = n;
      point = atomicAdd(&next, 1);
      a = b = n = 0;
    } else {
      int c = ((a * a - b * b) >> 12) + re[point];
      b = ((a * b) >> 11) + im[point];
      a = c;
      ++n;
    }
  }
}
