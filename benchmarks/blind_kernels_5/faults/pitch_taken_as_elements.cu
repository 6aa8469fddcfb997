// Complements an image of 6 x 20 pixels of 16 bits, whose rows are a given number of bytes apart.
// Fault: the distance in bytes is added to a pointer to 16-bit pixels (out of bounds on global).
extern "C" __global__ void complement(unsigned short* y, const unsigned short* x, int pitch) {
  int row = blockIdx.x, column = threadIdx.x;
#ifdef FAULT
  const unsigned short* line = x + row * pitch;
#else
  const unsigned short* line = (const unsigned short*)((const char*)x + row * pitch);
#endif
  y[row * 20 + column] = ~line[column];
}
