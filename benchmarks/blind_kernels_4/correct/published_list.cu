// One block pushes eight nodes to a list and publishes each new head; two blocks walk the list as they find it and check it.
#include <cuda/atomic>
struct Node { int value, sum, next; };
__device__ Node nodes[9];
extern "C" __global__ void walk(int* y, int* head, const int* x) {
  if (threadIdx.x > 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> first(*head);
  if (blockIdx.x == 0) {
    int sum = 0;
    for (int k = 1; k <= 8; ++k) {
      sum += x[k - 1];
      nodes[k] = {x[k - 1], sum, k - 1};
      first.store(k, cuda::memory_order_release);
    }
    y[0] = sum;
    return;
  }
  int good = 0;
  for (int k = 0; k < 5; ++k) {
    int start;
    while ((start = first.load(cuda::memory_order_acquire)) == 0) {}
    int sum = 0;
    for (int i = start; i; i = nodes[i].next) sum += nodes[i].value;
    good += sum == nodes[start].sum;
  }
  y[blockIdx.x] = good;
}
