// 3 x 3 convolution of a 32 x 32 image with zeros around it.
// Fault: the check of the lower border is <= where it must be <, so row 32 is read (out of bounds on global).
extern "C" __global__ void conv(float* y, const float* x, const float* w, int size) {
  int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
  float acc = 0;
  for (int dr = -1; dr <= 1; ++dr)
    for (int dc = -1; dc <= 1; ++dc) {
      int rr = r + dr, cc = c + dc;
#ifdef FAULT
      bool inside = rr >= 0 && rr <= size && cc >= 0 && cc < size;
#else
      bool inside = rr >= 0 && rr < size && cc >= 0 && cc < size;
#endif
      if (inside) acc += x[rr * size + cc] * w[(dr + 1) * 3 + dc + 1];
    }
  y[r * size + c] = acc;
}
