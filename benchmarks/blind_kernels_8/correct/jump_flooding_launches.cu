// Distances to the nearest of the marked cells of a 16 x 16 grid along jumps of 8, 4, 2, 1 and 1 (jump flooding), a launch per jump.
__device__ void jump(int* to, const int* from, int s) {
  const int x = threadIdx.x, y = blockIdx.x * 4 + threadIdx.y;
  int best = from[y * 16 + x], d = 1 << 20;
  if (best >= 0) d = (best % 16 - x) * (best % 16 - x) + (best / 16 - y) * (best / 16 - y);
  for (int j = -s; j <= s; j += s)
    for (int i = -s; i <= s; i += s)
      if (x + i >= 0 && x + i < 16 && y + j >= 0 && y + j < 16) {
        const int p = from[(y + j) * 16 + x + i];
        if (p < 0) continue;
        const int e = (p % 16 - x) * (p % 16 - x) + (p / 16 - y) * (p / 16 - y);
        if (e < d || (e == d && p < best)) {
          d = e;
          best = p;
        }
      }
  to[y * 16 + x] = best;
}
__global__ void mark(int* to, const unsigned char* x) {
  const int i = blockIdx.x * 64 + threadIdx.y * 16 + threadIdx.x;
  to[i] = x[i] < 12 ? i : -1;
}
__global__ void jump8(int* to, const int* from) { jump(to, from, 8); }
__global__ void jump4(int* to, const int* from) { jump(to, from, 4); }
__global__ void jump2(int* to, const int* from) { jump(to, from, 2); }
__global__ void jump1(int* to, const int* from) { jump(to, from, 1); }
