// Unpacks eight signed 4-bit weights per word, lowest first.
// Fault: the nibbles are masked and not sign-extended, so -8 to -1 become 8 to 15.
extern "C" __global__ void unpack(int* y, const unsigned* w) {
  unsigned v = w[threadIdx.x];
  for (int k = 0; k < 8; ++k) {
#ifdef FAULT
    y[threadIdx.x * 8 + k] = (int)(v >> 4 * k & 15);
#else
    y[threadIdx.x * 8 + k] = (int)(v << (28 - 4 * k)) >> 28;
#endif
  }
}
