// Two of three warps exchange values at a cuda::barrier; the third only copies.
// Fault: the barrier is initialized with the size of the block, but only 64 threads arrive (wrong count, deadlock).
#include <cuda/barrier>
extern "C" __global__ void exchange(int* y, const int* x) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) {
#ifdef FAULT
    init(&bar, blockDim.x);
#else
    init(&bar, 64);
#endif
  }
  __syncthreads();
  if (t < 64) {
    s[t] = x[t];
    bar.arrive_and_wait();
    y[t] = s[63 - t];
  } else {
    y[t] = x[t];
  }
}
