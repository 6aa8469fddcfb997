// Eight steps of power iteration over a cooperative grid: 16 rows per block, four threads per row, two vectors in turn.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void iterate(float* v, const float* a, float* work, float* norm) {
  auto grid = cg::this_grid();
  int row = blockIdx.x * 16 + threadIdx.x / 4, part = threadIdx.x % 4;
  if (part == 0) work[row] = 1;
  grid.sync();
  float scale = 1;
  for (int step = 0; step < 8; ++step) {
    const float* from = work + step % 2 * 64;
    float sum = 0;
    for (int c = part; c < 64; c += 4) sum += a[row * 64 + c] * (from[c] * scale);
    sum += __shfl_xor_sync(~0u, sum, 1);
    sum += __shfl_xor_sync(~0u, sum, 2);
    if (part == 0) {
      work[(step + 1) % 2 * 64 + row] = sum;
      atomicAdd(&norm[step + 1], sum * sum);
    }
    grid.sync();
    scale = rsqrtf(norm[step + 1]);
  }
  if (part == 0) v[row] = work[row] * scale;
  if (blockIdx.x == 0 && threadIdx.x == 0) norm[0] = 1 / scale;
}
