// Cooperative groups: tiles of eight with a scan, a vote and a shuffle, and a warp split in two by a predicate.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
extern "C" __global__ void tiles(int* y, const int* x) {
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto tile = cg::tiled_partition<8>(warp);
  int i = blockIdx.x * 64 + block.thread_rank(), v = x[i];
  y[i] = cg::inclusive_scan(tile, v);
  y[128 + i] = tile.shfl(v, (tile.thread_rank() + 3) % 8) * 2 + tile.any(v > 1);
  auto half = cg::binary_partition(warp, (v & 1) != 0);
  y[256 + i] = (int)(half.size() * 100 + half.thread_rank());
  y[384 + i] = half.shfl(v, 0);
}
