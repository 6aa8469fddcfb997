// A star of radius 4 in three dimensions: planes in shared memory, the column along z in registers.
constexpr int R = 4, X = 32, Y = 8;

extern "C" __global__ void __launch_bounds__(X * Y)
stencil_star(const float* __restrict__ x, float* __restrict__ y, int nz, int ny, int nx) {
  const float weight[R + 1] = {-2.5f, 1.6f, -0.2f, 0.025f, -0.0018f};
  __shared__ float plane[Y + 2 * R][X + 2 * R];
  int wide = nx + 2 * R, i = blockIdx.y * Y + threadIdx.y, j = blockIdx.x * X + threadIdx.x;
  size_t area = size_t(ny + 2 * R) * wide;
  const float* tile = x + size_t(blockIdx.y) * Y * wide + blockIdx.x * X;
  const float* centre = x + size_t(i + R) * wide + j + R;
  float column[2 * R + 1];
#pragma unroll
  for (int z = 0; z < 2 * R; ++z) column[z + 1] = centre[z * area];
  for (int z = 0; z < nz; ++z) {
#pragma unroll
    for (int at = 0; at < 2 * R; ++at) column[at] = column[at + 1];
    column[2 * R] = centre[(z + 2 * R) * area];
    __syncthreads();
    for (int at = threadIdx.y * X + threadIdx.x; at < (Y + 2 * R) * (X + 2 * R); at += X * Y) {
      int r = at / (X + 2 * R), c = at % (X + 2 * R);
      plane[r][c] = tile[(z + R) * area + size_t(r) * wide + c];
    }
    __syncthreads();
    float sum = 3 * weight[0] * column[R];
#pragma unroll
    for (int d = 1; d <= R; ++d) {
      float near = column[R - d] + column[R + d];
      near += plane[threadIdx.y + R - d][threadIdx.x + R];
      near += plane[threadIdx.y + R + d][threadIdx.x + R];
      near += plane[threadIdx.y + R][threadIdx.x + R - d];
      near += plane[threadIdx.y + R][threadIdx.x + R + d];
      sum += weight[d] * near;
    }
    y[(size_t(z) * ny + i) * nx + j] = sum;
  }
}
