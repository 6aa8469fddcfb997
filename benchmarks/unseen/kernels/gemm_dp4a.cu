// C = A B^T of int8, int32 accumulators, by dp4a: tiles of 64 x 64 x 32, 4 x 4 per thread.
extern "C" __global__ void __launch_bounds__(256)
gemm_dp4a(const int* __restrict__ a, const int* __restrict__ b, int* __restrict__ c, int n,
          int words) {
  __shared__ int left[8][64], right[8][64];
  int row = blockIdx.y * 64, column = blockIdx.x * 64;
  int i = threadIdx.x / 16 * 4, j = threadIdx.x % 16 * 4;
  int fetched = threadIdx.x / 4, pair = threadIdx.x % 4 * 2;
  int sum[4][4] = {};
  for (int k = 0; k < words; k += 8) {
    int2 x = *reinterpret_cast<const int2*>(a + size_t(row + fetched) * words + k + pair);
    int2 y = *reinterpret_cast<const int2*>(b + size_t(column + fetched) * words + k + pair);
    __syncthreads();
    left[pair][fetched] = x.x;
    left[pair + 1][fetched] = x.y;
    right[pair][fetched] = y.x;
    right[pair + 1][fetched] = y.y;
    __syncthreads();
#pragma unroll
    for (int at = 0; at < 8; ++at) {
      int4 p = *reinterpret_cast<const int4*>(&left[at][i]);
      int4 q = *reinterpret_cast<const int4*>(&right[at][j]);
      const int u[4] = {p.x, p.y, p.z, p.w}, v[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
      for (int r = 0; r < 4; ++r)
#pragma unroll
        for (int s = 0; s < 4; ++s) sum[r][s] = __dp4a(u[r], v[s], sum[r][s]);
    }
  }
#pragma unroll
  for (int r = 0; r < 4; ++r)
    *reinterpret_cast<int4*>(c + size_t(row + i + r) * n + column + j) =
        make_int4(sum[r][0], sum[r][1], sum[r][2], sum[r][3]);
}
