// The lowest free place in each of 64 bitmaps of 64 places.
// Fault: __ffs takes an int, so places above 31 are not seen (truncation).
extern "C" __global__ void lowest(int* y, const unsigned long long* x) {
  int i = blockIdx.x * 32 + threadIdx.x;
#ifdef FAULT
  y[i] = __ffs(x[i]) - 1;
#else
  y[i] = __ffsll(x[i]) - 1;
#endif
}
