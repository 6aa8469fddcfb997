// Suffix sums of 32 rows of 16 values, a thread per row, by a loop that counts down.
// Fault: the condition i >= 0 is always true for an unsigned i, which wraps to 4294967295 (out of bounds on global).
extern "C" __global__ void suffix(int* y, const int* x) {
  y += threadIdx.x * 16;
  x += threadIdx.x * 16;
  int sum = 0;
#ifdef FAULT
  for (unsigned i = 15; i >= 0; --i) {
#else
  for (unsigned i = 16; i-- > 0;) {
#endif
    sum += x[i];
    y[i] = sum;
  }
}
