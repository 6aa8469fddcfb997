// Marks the edges of a 16 x 16 image: the squared length of the gradient exceeds 30000; the image's border is repeated.
// Fault: the squared length is kept in 16 bits, but can be 130050 (overflow).
extern "C" __global__ void edges(unsigned char* y, const unsigned char* x) {
  int i = blockIdx.x * 64 + threadIdx.x, r = i / 16, c = i % 16;
  int gx = x[r * 16 + min(c + 1, 15)] - x[r * 16 + max(c - 1, 0)];
  int gy = x[min(r + 1, 15) * 16 + c] - x[max(r - 1, 0) * 16 + c];
#ifdef FAULT
  unsigned short square = gx * gx + gy * gy;
#else
  unsigned square = gx * gx + gy * gy;
#endif
  y[i] = square > 30000 ? 255 : 0;
}
