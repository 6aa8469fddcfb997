// The numbers of a square spiral on a 17 x 17 grid, each from its coordinates, and the coordinates back from the number.
extern "C" __global__ void spiral(int* number, int* back) {
  int x = threadIdx.x - 8, y = (int)blockIdx.x - 8, ring = max(abs(x), abs(y));
  int n = y == -ring ? (2 * ring + 1) * (2 * ring + 1) - 1 - (ring - x)
          : x == -ring ? 4 * ring * ring + (ring - y)
          : y == ring  ? 4 * ring * ring - 2 * ring + (ring - x)
                       : 4 * ring * ring - 4 * ring + (ring + y);
  number[blockIdx.x * 17 + threadIdx.x] = n;
  int r = 0;
  while ((2 * r + 1) * (2 * r + 1) <= n) ++r;
  int first = (2 * r - 1) * (2 * r - 1), side = r ? (n - first + 1) / (2 * r) : 0, k = r ? (n - first + 1) % (2 * r) : 0;
  int bx = side == 0 ? r : side == 1 ? r - k : side == 2 ? -r : side == 3 ? k - r : r;
  int by = side == 0 ? k - r : side == 1 ? r : side == 2 ? r - k : -r;
  back[blockIdx.x * 17 + threadIdx.x] = (by + 8) * 17 + bx + 8;
}
