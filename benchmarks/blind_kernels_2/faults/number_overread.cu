// Parses 32 decimal numbers of four digits each, stored without separators.
// Fault: a number ends at the first byte that is not a digit, so parsing runs on and beyond the text.
extern "C" __global__ void parse(int* y, const unsigned char* s) {
  const unsigned char* p = s + threadIdx.x * 4;
  unsigned v = 0;
#ifdef FAULT
  for (int k = 0; p[k] >= '0' && p[k] <= '9'; ++k) v = v * 10 + (p[k] - '0');
#else
  for (int k = 0; k < 4; ++k) v = v * 10 + (p[k] - '0');
#endif
  y[threadIdx.x] = (int)v;
}
