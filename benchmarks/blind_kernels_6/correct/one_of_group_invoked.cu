// One thread of each group of odd or even values adds the group's size to a total, and tells the group the old one's parity.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void totals(int* y, int* total, const int* x) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int v = x[threadIdx.x];
  auto group = cg::binary_partition(warp, v % 2 == 1);
  int sum = cg::reduce(group, v, cg::plus<int>());
  int size = cg::invoke_one_broadcast(group, [&] {
    atomicAdd(total, (int)group.size());
    return (int)group.size();
  });
  y[threadIdx.x] = sum * 100 + size;
}
