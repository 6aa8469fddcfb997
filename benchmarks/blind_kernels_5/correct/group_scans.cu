// Cooperative groups' scans and reductions in tiles of 16: sums before a lane, running maxima, and a product by a lambda.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
extern "C" __global__ void scans(int* before, int* largest, unsigned* product, const int* x) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int i = blockIdx.x * 64 + threadIdx.x, v = x[i];
  before[i] = cg::exclusive_scan(tile, v);
  largest[i] = cg::inclusive_scan(tile, v, cg::greater<int>());
  product[i] = cg::reduce(tile, (unsigned)v | 1u, [](unsigned a, unsigned b) { return a * b; });
}
