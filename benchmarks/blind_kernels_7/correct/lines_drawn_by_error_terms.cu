// Bresenham's lines, one per thread, drawn into a bitmap of 64 x 64 pixels per block by atomicOr in shared memory.
extern "C" __global__ void draw(unsigned* image, const int* ends) {
  __shared__ unsigned rows[64][2];
  int t = threadIdx.x;
  rows[t][0] = rows[t][1] = 0;
  __syncthreads();
  if (t < 12) {
    const int* e = ends + (blockIdx.x * 12 + t) * 4;
    int x = e[0], y = e[1], x1 = e[2], y1 = e[3];
    int dx = abs(x1 - x), dy = -abs(y1 - y), sx = x < x1 ? 1 : -1, sy = y < y1 ? 1 : -1, error = dx + dy;
    while (true) {
      atomicOr(&rows[y][x >> 5], 1u << (x & 31));
      if (x == x1 && y == y1) break;
      int twice = 2 * error;
      if (twice >= dy) error += dy, x += sx;
      if (twice <= dx) error += dx, y += sy;
    }
  }
  __syncthreads();
  image[(blockIdx.x * 64 + t) * 2] = rows[t][0];
  image[(blockIdx.x * 64 + t) * 2 + 1] = rows[t][1];
}
