// Perlin noise of 32 x 32 points in three octaves, from a permutation table that the block stages in shared memory.
extern "C" __global__ void noise(float* out, const unsigned char* p) {
  __shared__ unsigned char table[512];
  int t = threadIdx.y * 16 + threadIdx.x;
  for (int i = t; i < 512; i += 128) table[i] = p[i & 255];
  __syncthreads();
  int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 8 + threadIdx.y;
  auto corner = [&](int ix, int iy, float x, float y) {
    int h = table[table[ix & 255] + (iy & 255)];
    float u = h & 1 ? x : -x, v = h & 2 ? y : -y;
    return h & 4 ? u + v : 2 * u;
  };
  float sum = 0, size = 1, step = 0.11f;
  for (int octave = 0; octave < 3; ++octave) {
    float x = px * step, y = py * step;
    int ix = (int)floorf(x), iy = (int)floorf(y);
    x -= ix;
    y -= iy;
    float u = x * x * x * (x * (x * 6 - 15) + 10), v = y * y * y * (y * (y * 6 - 15) + 10);
    float a = corner(ix, iy, x, y), b = corner(ix + 1, iy, x - 1, y);
    float c = corner(ix, iy + 1, x, y - 1), d = corner(ix + 1, iy + 1, x - 1, y - 1);
    a += u * (b - a);
    c += u * (d - c);
    sum += size * (a + v * (c - a));
    size /= 2;
    step *= 2;
  }
  out[py * 32 + px] = sum;
}
