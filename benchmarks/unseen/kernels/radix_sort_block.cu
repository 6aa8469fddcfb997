// Blocks of 1024 whole numbers sorted by eight passes over digits of four bits. Each thread counts
// the digits of its four keys in its own column; a scan of all 16 x 256 counts gives the ranks.
extern "C" __global__ void __launch_bounds__(256)
radix_sort_block(const int4* __restrict__ x, int4* __restrict__ y) {
  __shared__ unsigned short count[16 * 256];
  __shared__ __align__(16) unsigned sorted[1024];
  __shared__ int sums[8];
  int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
  size_t at = size_t(blockIdx.x) * 256 + thread;
  int4 four = x[at];
  unsigned key[4] = {four.x ^ 0x80000000u, four.y ^ 0x80000000u, four.z ^ 0x80000000u,
                     four.w ^ 0x80000000u};
  for (int shift = 0; shift < 32; shift += 4) {
#pragma unroll
    for (int digit = 0; digit < 16; ++digit) count[digit * 256 + thread] = 0;
    int rank[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) rank[i] = count[(key[i] >> shift & 15) * 256 + thread]++;
    __syncthreads();
    int own[16], sum = 0;
#pragma unroll
    for (int i = 0; i < 16; ++i) {
      own[i] = sum;
      sum += count[thread * 16 + i];
    }
    int inclusive = sum;
#pragma unroll
    for (int offset = 1; offset < 32; offset *= 2) {
      int left = __shfl_up_sync(~0u, inclusive, offset);
      if (lane >= offset) inclusive += left;
    }
    if (lane == 31) sums[warp] = inclusive;
    __syncthreads();
    int first = inclusive - sum;
    for (int other = 0; other < warp; ++other) first += sums[other];
#pragma unroll
    for (int i = 0; i < 16; ++i) count[thread * 16 + i] = first + own[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i)
      sorted[rank[i] + count[(key[i] >> shift & 15) * 256 + thread]] = key[i];
    __syncthreads();
    uint4 next = reinterpret_cast<const uint4*>(sorted)[thread];
    key[0] = next.x, key[1] = next.y, key[2] = next.z, key[3] = next.w;
  }
  y[at] = make_int4(key[0] ^ 0x80000000u, key[1] ^ 0x80000000u, key[2] ^ 0x80000000u,
                    key[3] ^ 0x80000000u);
}
