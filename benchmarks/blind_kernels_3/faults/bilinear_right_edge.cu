// Samples a 16 x 16 image at 64 places by bilinear interpolation; the edges belong to the image.
// Fault: the right and lower neighbours are not clamped, so row 16 is read at the lower edge (out of bounds on global).
extern "C" __global__ void sample(float* y, const float* image, const float* u, const float* v) {
  float a = u[threadIdx.x], b = v[threadIdx.x];
  int c = (int)a, r = (int)b;
#ifdef FAULT
  int c1 = c + 1, r1 = r + 1;
#else
  int c1 = min(c + 1, 15), r1 = min(r + 1, 15);
#endif
  a -= c;
  b -= r;
  float top = image[r * 16 + c] * (1 - a) + image[r * 16 + c1] * a;
  float bottom = image[r1 * 16 + c] * (1 - a) + image[r1 * 16 + c1] * a;
  y[threadIdx.x] = top * (1 - b) + bottom * b;
}
