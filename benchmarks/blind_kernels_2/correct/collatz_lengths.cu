// Lengths of Collatz sequences in 64-bit arithmetic; every lane loops a different number of times.
extern "C" __global__ void collatz(int* y) {
  unsigned long long v = threadIdx.x * 7 + 1;
  int n = 0;
  while (v != 1) {
    v = v & 1 ? 3 * v + 1 : v / 2;
    ++n;
  }
  y[threadIdx.x] = n;
}
