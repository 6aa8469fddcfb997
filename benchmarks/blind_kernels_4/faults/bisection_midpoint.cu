// The median (64th smallest) of 128 integers by bisection over all 32-bit values: how many are at most the middle?
// Fault: high - low overflows an int while the interval is longer than 2^31 (signed overflow).
extern "C" __global__ void median(int* y, const int* x) {
  int v = x[threadIdx.x], low = -2147483647 - 1, high = 2147483647;
  for (int step = 0; step < 32; ++step) {
#ifdef FAULT
    int middle = low + (high - low) / 2;
#else
    int middle = low + (int)(((unsigned)high - (unsigned)low) / 2);
#endif
    if (__syncthreads_count(v <= middle) >= 64) high = middle;
    else low = middle + 1;
  }
  if (threadIdx.x == 0) *y = low;
}
