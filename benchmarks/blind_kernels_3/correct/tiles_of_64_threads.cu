// Tiles of 64 threads, larger than a warp, that reduce and synchronize through memory given to the block's group.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void sums(int* y, const int* x) {
  __shared__ cg::block_tile_memory<128> memory;
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<64>(block);
  int t = threadIdx.x;
  int top = cg::reduce(tile, x[t], cg::greater<int>());
  tile.sync();
  y[t] = top - (int)tile.thread_rank();
}
