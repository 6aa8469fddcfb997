// Demosaics an RGGB image of 16 x 16 by the nearest sensor of each colour in the pixel's 2 x 2 cell; green is the cell's mean.
// Fault: the blue sensor is looked for in the same row instead of the odd row (wrong value).
extern "C" __global__ void demosaic(unsigned char* rgb, const unsigned char* raw) {
  int x = threadIdx.x, y = blockIdx.x;
  const unsigned char* cell = raw + (y & ~1) * 16 + (x & ~1);
#ifdef FAULT
  int blue = cell[(y & 1) * 16 + 1];
#else
  int blue = cell[17];
#endif
  unsigned char* out = rgb + (y * 16 + x) * 3;
  out[0] = cell[0];
  out[1] = (cell[1] + cell[16] + 1) / 2;
  out[2] = blue;
}
