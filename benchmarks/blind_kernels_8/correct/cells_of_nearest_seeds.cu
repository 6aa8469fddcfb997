// For each pixel of 24 x 24 the squared distances to the nearest and second nearest of the seeds hashed into 3 x 3 cells of eight.
__device__ int2 seed(int cx, int cy) {
  const unsigned h = ((unsigned)(cx + 8) * 73856093u ^ (unsigned)(cy + 8) * 19349663u) * 2654435761u;
  return make_int2(cx * 8 + (int)(h >> 16 & 7), cy * 8 + (int)(h >> 24 & 7));
}
__global__ void worley(int* first, int* second, const int* shift) {
  const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  const int px = x + shift[0], py = y + shift[1];
  int a = 1 << 20, b = 1 << 20;
  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++) {
      const int2 s = seed((px >> 3) + i, (py >> 3) + j);
      const int d = (s.x - px) * (s.x - px) + (s.y - py) * (s.y - py);
      b = min(b, max(a, d));
      a = min(a, d);
    }
  first[y * 24 + x] = a;
  second[y * 24 + x] = b;
}
