// Six half steps of an Ising model on a torus of 16 x 16 in shared memory, with a hash for random numbers.
__device__ __forceinline__ unsigned hash(unsigned v) {
  v = (v ^ v >> 16) * 0x7feb352du;
  v = (v ^ v >> 15) * 0x846ca68bu;
  return v ^ v >> 16;
}
extern "C" __global__ void flip(signed char* spin) {
  __shared__ signed char s[16][16];
  int y = threadIdx.x, pair = threadIdx.y;
  for (int k = 0; k < 2; ++k) s[y][pair * 2 + k] = spin[y * 16 + pair * 2 + k];
  __syncthreads();
  for (int half = 0; half < 6; ++half) {
    int x = pair * 2 + ((y + half) & 1);
    int field = s[y][(x + 1) & 15] + s[y][(x + 15) & 15] + s[(y + 1) & 15][x] + s[(y + 15) & 15][x];
    int cost = field * s[y][x];
    if (cost <= 0 || hash(half * 256 + y * 16 + x) % 100 < (cost == 2 ? 41u : 17u)) s[y][x] = -s[y][x];
    __syncthreads();
  }
  for (int k = 0; k < 2; ++k) spin[y * 16 + pair * 2 + k] = s[y][pair * 2 + k];
}
