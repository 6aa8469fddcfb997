// A histogram of bytes for each block: 256 bins in shared memory, four bytes of a word each.
extern "C" __global__ void __launch_bounds__(256)
histogram_bytes(const uint4* __restrict__ x, int* __restrict__ y, int vectors) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int at = blockIdx.x * 256 + threadIdx.x; at < vectors; at += gridDim.x * 256) {
    uint4 four = x[at];
    const unsigned words[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
    for (int word = 0; word < 4; ++word)
#pragma unroll
      for (int byte = 0; byte < 4; ++byte) atomicAdd(&bins[words[word] >> 8 * byte & 255], 1);
  }
  __syncthreads();
  y[blockIdx.x * 256 + threadIdx.x] = bins[threadIdx.x];
}
