// Translates bytes by a table of 256 entries.
// Fault: the bytes are signed chars, so codes above 127 index before the table (out of bounds on global).
extern "C" __global__ void translate(unsigned char* y, const signed char* x, const unsigned char* table) {
  int i = blockIdx.x * 64 + threadIdx.x;
#ifdef FAULT
  y[i] = table[x[i]];
#else
  y[i] = table[(unsigned char)x[i]];
#endif
}
