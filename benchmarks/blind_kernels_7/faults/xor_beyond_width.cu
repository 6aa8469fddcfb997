// Sums of rows of 32 values by exchanging with lane ^ 16, 8, 4, 2, 1, each lane keeps the row's sum minus its own value.
// Fault: shuffles have width 16, in which the exchange with lane ^ 16 gives the lane's own value (wrong value).
#ifdef FAULT
#define WIDTH 16
#else
#define WIDTH 32
#endif
extern "C" __global__ void others(int* y, const int* x) {
  int i = blockIdx.x * 64 + threadIdx.x, v = x[i], s = v;
  for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d, WIDTH);
  y[i] = s - v;
}
