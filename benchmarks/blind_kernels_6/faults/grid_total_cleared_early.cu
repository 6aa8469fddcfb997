// Three rounds of a sum over a cooperative grid; every block notes the total, then the first block sets it to the round.
// Fault: the total is set before the other blocks have read it (race on global).
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void rounds(int* seen, int* total, const int* x) {
  auto grid = cg::this_grid();
  int t = threadIdx.x;
  for (int r = 0; r < 3; ++r) {
    int v = __reduce_add_sync(~0u, x[r * 128 + blockIdx.x * 32 + t]);
    if (t == 0) atomicAdd(total, v);
    grid.sync();
    if (t == 0) seen[r * 4 + blockIdx.x] = *total;
#ifndef FAULT
    grid.sync();
#endif
    if (t == 0 && blockIdx.x == 0) *total = r + 1;
    grid.sync();
  }
}
