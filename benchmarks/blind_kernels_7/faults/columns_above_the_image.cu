// im2col of a 12 x 12 image for a 3 x 3 kernel with stride 2 and padding 1; outside the image are zeros.
// Fault: only the lower and right edges are checked (out of bounds above the image, wrong values at the left).
extern "C" __global__ void unfold(float* y, const float* x) {
  int t = threadIdx.x, k = blockIdx.x;
  int r = t / 6 * 2 - 1 + k / 3, c = t % 6 * 2 - 1 + k % 3;
#ifdef FAULT
  bool inside = r < 12 && c < 12;
#else
  bool inside = r >= 0 && r < 12 && c >= 0 && c < 12;
#endif
  y[k * 36 + t] = inside ? x[r * 12 + c] : 0;
}
