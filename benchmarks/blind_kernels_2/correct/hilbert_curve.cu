// The distance along a Hilbert curve of each cell of a 16 x 16 grid.
extern "C" __global__ void hilbert(int* y) {
  int x = threadIdx.x % 16, r = threadIdx.x / 16, d = 0;
  for (int s = 8; s > 0; s /= 2) {
    int rx = (x & s) > 0, ry = (r & s) > 0;
    d += s * s * ((3 * rx) ^ ry);
    if (ry == 0) {
      if (rx == 1) {
        x = 15 - x;
        r = 15 - r;
      }
      int w = x;
      x = r;
      r = w;
    }
  }
  y[threadIdx.x] = d;
}
