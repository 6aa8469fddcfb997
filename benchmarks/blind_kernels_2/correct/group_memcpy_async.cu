// Cooperative groups' memcpy_async by tiles of 32, each waiting for its own copy.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
extern "C" __global__ void rotate(float* y, const float* x) {
  __shared__ alignas(16) float s[2][64];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int w = threadIdx.x / 32, lane = tile.thread_rank(), base = blockIdx.x * 128 + w * 64;
  cg::memcpy_async(tile, s[w], x + base, sizeof(float) * 64);
  cg::wait(tile);
  y[base + lane] = s[w][lane * 2 + 1];
  y[base + 32 + lane] = s[w][lane * 2];
}
