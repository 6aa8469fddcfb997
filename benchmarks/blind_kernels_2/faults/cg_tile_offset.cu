// Sums of groups of 16 values by cooperative groups' tiles of 16.
// Fault: the first offset is 16, which lies outside a tile, so each lane adds its own value.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void sums(int* y, const int* x) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int v = x[threadIdx.x];
#ifdef FAULT
  int offset = 16;
#else
  int offset = 8;
#endif
  for (; offset > 0; offset /= 2) v += tile.shfl_down(v, offset);
  if (tile.thread_rank() == 0) y[threadIdx.x / 16] = v;
}
