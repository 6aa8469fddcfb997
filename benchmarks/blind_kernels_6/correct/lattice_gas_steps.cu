// Three steps of the lattice Boltzmann method (D2Q9, relaxation time 0.8) on a periodic grid of 16 x 16.
__constant__ int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
extern "C" __global__ void step(float* to, const float* from) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float f[9], density = 0, u = 0, v = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    f[k] = from[k * 256 + (y - ey[k] & 15) * 16 + (x - ex[k] & 15)];
    density += f[k];
    u += ex[k] * f[k];
    v += ey[k] * f[k];
  }
  u /= density;
  v /= density;
  float square = 1.5f * (u * u + v * v);
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    float weight = k == 0 ? 4.f / 9 : k < 5 ? 1.f / 9 : 1.f / 36, e = 3 * (ex[k] * u + ey[k] * v);
    to[k * 256 + y * 16 + x] = f[k] + 1.25f * (weight * density * (1 + e + 0.5f * e * e - square) - f[k]);
  }
}
