// Halves an image of 21 x 25 pixels: each output is the mean of 2 x 2 pixels, clamped at the odd edge.
// Fault: the clamp uses the size instead of the last index, so the last row and column read past the edge (out of bounds).
#ifdef FAULT
#define LAST(n) (n)
#else
#define LAST(n) ((n) - 1)
#endif
extern "C" __global__ void halve(float* out, const float* img) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= 13 || y >= 11) return;
  int x1 = min(2 * x + 1, LAST(25)), y1 = min(2 * y + 1, LAST(21));
  float sum = img[2 * y * 25 + 2 * x] + img[2 * y * 25 + x1] + img[y1 * 25 + 2 * x] + img[y1 * 25 + x1];
  out[y * 13 + x] = 0.25f * sum;
}
