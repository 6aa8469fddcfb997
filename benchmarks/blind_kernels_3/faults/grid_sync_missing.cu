// A cooperative grid smooths a ring of 256 values twice through a temporary array.
// Fault: only the block synchronizes between the two passes, not the grid (race on global between blocks).
#include <cooperative_groups.h>
extern "C" __global__ void smooth(int* y, int* tmp, const int* x) {
  int i = blockIdx.x * 64 + threadIdx.x;
  tmp[i] = x[(i + 255) & 255] + 2 * x[i] + x[(i + 1) & 255];
#ifdef FAULT
  __syncthreads();
#else
  cooperative_groups::this_grid().sync();
#endif
  y[i] = tmp[(i + 255) & 255] + 2 * tmp[i] + tmp[(i + 1) & 255];
}
