// Transpose of float16: tiles of 64 x 64 in shared memory, groups of four values swizzled by XOR.
extern "C" __global__ void __launch_bounds__(256)
transpose_swizzled(const unsigned short* __restrict__ x, unsigned short* __restrict__ y, int m,
                   int n) {
  __shared__ unsigned short tile[64][64];
  int group = threadIdx.x % 16, first = threadIdx.x / 16;
  int row = blockIdx.y * 64, column = blockIdx.x * 64;
#pragma unroll
  for (int r = first; r < 64; r += 16) {
    uint2 four = *reinterpret_cast<const uint2*>(x + size_t(row + r) * n + column + 4 * group);
    *reinterpret_cast<uint2*>(&tile[r][4 * (group ^ (r / 4 % 16))]) = four;
  }
  __syncthreads();
#pragma unroll
  for (int c = first; c < 64; c += 16) {
    int at = 4 * ((c / 4) ^ group) + c % 4;
    uint2 four;
    four.x = tile[4 * group][at] | unsigned(tile[4 * group + 1][at]) << 16;
    four.y = tile[4 * group + 2][at] | unsigned(tile[4 * group + 3][at]) << 16;
    *reinterpret_cast<uint2*>(y + size_t(column + c) * m + row + 4 * group) = four;
  }
}
