// Four blocks store squares, meet at a barrier made of a global counter, and read the next block's squares.
// Fault: thread 0 arrives for its block before the block's other warp has stored (missing barrier, race on global).
extern "C" __global__ void exchange(int* y, int* temporary, int* arrived, const int* x) {
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  temporary[i] = x[i] * x[i];
#ifndef FAULT
  __syncthreads();
#endif
  if (t == 0) {
    __threadfence();
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < 4) {}
    __threadfence();
  }
  __syncthreads();
  y[i] = temporary[(i + 64) % 256] - 1;
}
