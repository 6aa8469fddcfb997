// CUB's block scan and block histogram, two items per thread, storage shared through a union.
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_scan.cuh>
extern "C" __global__ void both(int* y, unsigned* h, const unsigned char* x) {
  using Scan = cub::BlockScan<int, 64>;
  using Histogram = cub::BlockHistogram<unsigned char, 64, 2, 16, cub::BLOCK_HISTO_ATOMIC>;
  __shared__ union {
    typename Scan::TempStorage scan;
    typename Histogram::TempStorage histogram;
  } storage;
  __shared__ unsigned bins[16];
  int base = blockIdx.x * 128 + threadIdx.x * 2;
  int v[2] = {x[base], x[base + 1]}, out[2];
  Scan(storage.scan).ExclusiveSum(v, out);
  y[base] = out[0];
  y[base + 1] = out[1];
  __syncthreads();
  unsigned char b[2] = {x[base], x[base + 1]};
  Histogram(storage.histogram).Histogram(b, bins);
  __syncthreads();
  if (threadIdx.x < 16) h[blockIdx.x * 16 + threadIdx.x] = bins[threadIdx.x];
}
