// A block copies 128 integers to shared memory by cooperative groups' memcpy_async and writes them rotated by 40.
// Fault: the block synchronizes but does not wait for the copy (race with the asynchronous copy).
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
extern "C" __global__ void rotate(int* y, const int* x) {
  __shared__ alignas(16) int tile[128];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, x + blockIdx.x * 128, sizeof(tile));
#ifdef FAULT
  block.sync();
#else
  cg::wait(block);
#endif
  for (int i = threadIdx.x; i < 128; i += 64) y[blockIdx.x * 128 + i] = tile[(i + 40) % 128];
}
