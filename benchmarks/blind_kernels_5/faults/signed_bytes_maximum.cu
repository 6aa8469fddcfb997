// Maximum over three rows of four signed channels, four bytes at a time.
// Fault: the maximum of unsigned bytes is used, for which negative values are the largest (signedness).
extern "C" __global__ void pool(unsigned* y, const unsigned* x) {
  int i = blockIdx.x * 32 + threadIdx.x;
#ifdef FAULT
  y[i] = __vmaxu4(__vmaxu4(x[3 * i], x[3 * i + 1]), x[3 * i + 2]);
#else
  y[i] = __vmaxs4(__vmaxs4(x[3 * i], x[3 * i + 1]), x[3 * i + 2]);
#endif
}
