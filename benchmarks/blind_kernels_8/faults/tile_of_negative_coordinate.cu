// Counts of points in tiles of 16 along a line from -128 to 127.
// Fault: the tile is found by division, which rounds towards zero, so that tile -1 is counted with tile 0 (wrong value).
__global__ void tiles(int* y, const int* x) {
  __shared__ int count[16];
  if (threadIdx.x < 16) count[threadIdx.x] = 0;
  __syncthreads();
  const int p = x[threadIdx.x];
#ifdef FAULT
  atomicAdd(&count[p / 16 + 8], 1);
#else
  atomicAdd(&count[(p >> 4) + 8], 1);
#endif
  __syncthreads();
  if (threadIdx.x < 16) y[threadIdx.x] = count[threadIdx.x];
}
