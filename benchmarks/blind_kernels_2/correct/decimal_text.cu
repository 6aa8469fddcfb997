// Writes 32 signed integers as decimal text, right-aligned in 12 bytes, through a local array.
extern "C" __global__ void text(unsigned char* y, const int* x) {
  char buf[12];
  int v = x[threadIdx.x];
  unsigned u = v < 0 ? 0u - (unsigned)v : (unsigned)v;
  int i = 12;
  do {
    buf[--i] = '0' + u % 10;
    u /= 10;
  } while (u);
  if (v < 0) buf[--i] = '-';
  for (int k = 0; k < 12; ++k) y[threadIdx.x * 12 + k] = k < i ? ' ' : buf[k];
}
