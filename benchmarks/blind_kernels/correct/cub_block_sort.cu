// CUB's block-wide radix sort of 256 signed integers, four per thread.
#include <cub/block/block_radix_sort.cuh>
extern "C" __global__ void sort(int* y, const int* x) {
  using Sort = cub::BlockRadixSort<int, 64, 4>;
  __shared__ typename Sort::TempStorage storage;
  int v[4], base = blockIdx.x * 256 + threadIdx.x * 4;
  for (int j = 0; j < 4; ++j) v[j] = x[base + j];
  Sort(storage).SortDescending(v);
  for (int j = 0; j < 4; ++j) y[base + j] = v[j];
}
