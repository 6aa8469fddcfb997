// Rotates an image by 30 degrees about its centre: coordinates in 16.16 fixed point, nearest pixel, 0 outside.
extern "C" __global__ void rotate(unsigned char* out, const unsigned char* img) {
  const int cosine = 56756, sine = 32768;
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, u = 2 * x - 31, v = 2 * y - 31;
  int sx = (cosine * u + sine * v + 31 * 65536 + 65536) >> 17, sy = (cosine * v - sine * u + 31 * 65536 + 65536) >> 17;
  out[y * 32 + x] = (unsigned)sx < 32 && (unsigned)sy < 32 ? img[sy * 32 + sx] : 0;
}
