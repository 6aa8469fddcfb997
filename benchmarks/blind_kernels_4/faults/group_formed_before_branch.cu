// Positive values draw slots from a counter, one atomic per group of coalesced threads, and mark their slots.
// Fault: the group is formed before the branch, so it includes threads that never call its shuffle (undefined).
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void draw_slots(int* marks, int* count, const int* x) {
  int t = threadIdx.x;
  bool positive = x[t] > 0;
#ifdef FAULT
  auto group = cg::coalesced_threads();
  if (positive) {
#else
  if (positive) {
    auto group = cg::coalesced_threads();
#endif
    int base = 0;
    if (group.thread_rank() == 0) base = atomicAdd(count, (int)group.size());
    base = group.shfl(base, 0);
    atomicAdd(&marks[base + group.thread_rank()], 1);
  }
}
