// Warps compact the values above 4 to the front of their 32 places, by the group of coalesced threads.
// Fault: the place is the lane instead of the rank within the group (wrong value).
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void compact(int* out, const int* x) {
  int t = threadIdx.x, v = x[t];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto group = cg::binary_partition(warp, v > 4);
  if (v > 4) {
#ifdef FAULT
    int place = warp.thread_rank();
#else
    int place = group.thread_rank();
#endif
    out[t / 32 * 32 + place] = v;
  }
}
