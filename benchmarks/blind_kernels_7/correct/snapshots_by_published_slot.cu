// One block publishes four versions of a record in slots of their own by a release store of the slot's number; others read.
#include <cuda/atomic>
extern "C" __global__ void versions(int* seen, int* slot, int* current, const int* x) {
  cuda::atomic_ref<int, cuda::thread_scope_device> now(*current);
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    for (int v = 1; v <= 4; ++v) {
      slot[v * 32 + t] = x[t] / v;
      __syncwarp();
      if (t == 0) now.store(v, cuda::memory_order_release);
    }
  } else {
    int v = 0, right = 1;
    while (v < 4) {
      v = now.load(cuda::memory_order_acquire);
      if (v > 0) right &= slot[v * 32 + t] == x[t] / v;
    }
    seen[(blockIdx.x - 1) * 32 + t] = right;
  }
}
