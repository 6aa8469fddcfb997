// Two blocks move amounts between two accounts, ten times in opposite directions, under the locks of both accounts.
// Fault: each block takes the lock of its own account first instead of that of the first account (deadlock).
#include <cuda/atomic>
__device__ void lock(int* l) {
  cuda::atomic_ref<int, cuda::thread_scope_device> a(*l);
  while (a.exchange(1, cuda::memory_order_acquire) != 0) {}
}
__device__ void unlock(int* l) {
  cuda::atomic_ref<int, cuda::thread_scope_device> a(*l);
  a.store(0, cuda::memory_order_release);
}
extern "C" __global__ void transfer(int* account, int* locks, const int* amount) {
  int from = blockIdx.x, to = 1 - from;
#ifdef FAULT
  int first = from, second = to;
#else
  int first = 0, second = 1;
#endif
  for (int k = 0; k < 10; ++k) {
    lock(&locks[first]);
    lock(&locks[second]);
    account[from] -= amount[from * 10 + k];
    account[to] += amount[from * 10 + k];
    unlock(&locks[second]);
    unlock(&locks[first]);
  }
}
