// Writes 64 words as eight hexadecimal digits each.
// Fault: digits above nine are not letters, but the characters behind '9' (wrong value for some inputs).
__global__ void hex(char* y, const unsigned* x) {
  const unsigned v = x[threadIdx.x];
  for (int k = 0; k < 8; k++) {
    const int d = v >> (28 - 4 * k) & 15;
#ifdef FAULT
    y[threadIdx.x * 8 + k] = (char)('0' + d);
#else
    y[threadIdx.x * 8 + k] = (char)(d < 10 ? '0' + d : 'a' + d - 10);
#endif
  }
}
