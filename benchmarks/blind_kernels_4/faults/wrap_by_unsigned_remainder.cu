// Adds to each of 100 cells on a ring its two neighbours.
// Fault: i - 1 is converted to unsigned for the remainder, and 4294967295 % 100 is 95 (signed and unsigned).
extern "C" __global__ void ring_sum(int* y, const int* x, unsigned n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i >= n) return;
#ifdef FAULT
  int left = (i - 1) % n;
#else
  int left = (i + n - 1) % n;
#endif
  int right = (i + 1) % n;
  y[i] = x[left] + x[i] + x[right];
}
