// A step of the lattice Boltzmann method, D2Q9 with one relaxation time: each thread pulls the nine
// populations of its cell from its neighbours in a periodic plane, and relaxes them.
__device__ constexpr int CX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__device__ constexpr int CY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__device__ constexpr float WEIGHT[9] = {4 / 9.0f,  1 / 9.0f,  1 / 9.0f,  1 / 9.0f, 1 / 9.0f,
                                        1 / 36.0f, 1 / 36.0f, 1 / 36.0f, 1 / 36.0f};
constexpr float OMEGA = 1.2f;

extern "C" __global__ void __launch_bounds__(256)
lattice_boltzmann(const float* __restrict__ before, float* __restrict__ after, int height,
                  int width) {
  int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  size_t plane = size_t(height) * width;
  float f[9], density = 0.0f, ux = 0.0f, uy = 0.0f;
#pragma unroll
  for (int i = 0; i < 9; ++i) {
    int from_x = x - CX[i], from_y = y - CY[i];
    from_x = from_x < 0 ? width - 1 : from_x == width ? 0 : from_x;
    from_y = from_y < 0 ? height - 1 : from_y == height ? 0 : from_y;
    f[i] = before[i * plane + size_t(from_y) * width + from_x];
    density += f[i];
    ux += CX[i] * f[i];
    uy += CY[i] * f[i];
  }
  ux /= density;
  uy /= density;
  float square = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int i = 0; i < 9; ++i) {
    float along = 3.0f * (CX[i] * ux + CY[i] * uy);
    float rest = WEIGHT[i] * density * (1.0f + along + 0.5f * along * along - square);
    after[i * plane + size_t(y) * width + x] = f[i] + OMEGA * (rest - f[i]);
  }
}
