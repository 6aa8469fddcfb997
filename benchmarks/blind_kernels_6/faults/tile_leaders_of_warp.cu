// Sums of tiles of 8 threads by cooperative groups, written by each tile's first thread.
// Fault: only the first thread of each warp writes, so three of four sums are missing (unwritten).
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void tile_sums(int* sums, const int* x) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
#ifdef FAULT
  auto leader = cg::tiled_partition<32>(block);
#else
  auto leader = tile;
#endif
  int sum = cg::reduce(tile, x[block.thread_rank()], cg::plus<int>());
  if (leader.thread_rank() == 0) sums[tile.meta_group_rank()] = sum;
}
