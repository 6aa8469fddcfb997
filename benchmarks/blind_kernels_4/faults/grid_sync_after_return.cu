// Subtracts the mean from 192 values in a cooperative launch of four blocks of 64; the fourth has no values.
// Fault: threads without a value return before the grid barrier, for which the other blocks then wait forever (deadlock).
#include <cooperative_groups.h>
extern "C" __global__ void center(int* y, int* sums, const int* x, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
#ifdef FAULT
  if (i >= n) return;
#endif
  int v = i < n ? x[i] : 0;
  int sum = __reduce_add_sync(0xffffffff, v);
  if (threadIdx.x % 32 == 0) sums[i / 32] = sum;
  cooperative_groups::this_grid().sync();
  if (i < n) {
    int total = 0;
    for (int w = 0; w < n / 32; ++w) total += sums[w];
    y[i] = v - total / n;
  }
}
