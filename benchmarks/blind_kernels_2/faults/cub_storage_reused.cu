// The sum and the maximum of 128 integers per block by two of CUB's block reductions.
// Fault: the second reduction reuses the temporary storage without a barrier (race).
#include <cub/block/block_reduce.cuh>
struct Larger {
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
extern "C" __global__ void both(int* y, const int* x) {
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ typename Reduce::TempStorage storage;
  int v = x[blockIdx.x * 128 + threadIdx.x];
  int sum = Reduce(storage).Sum(v);
#ifndef FAULT
  __syncthreads();
#endif
  int most = Reduce(storage).Reduce(v, Larger());
  if (threadIdx.x == 0) {
    y[blockIdx.x * 2] = sum;
    y[blockIdx.x * 2 + 1] = most;
  }
}
