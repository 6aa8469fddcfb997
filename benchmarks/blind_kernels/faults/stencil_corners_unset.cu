// Mean over 3 x 3 neighbours of a periodic 32 x 32 grid, through an 18 x 18 shared tile.
// Fault: the halo's four corner cells are never loaded (uninitialized shared memory).
extern "C" __global__ void box_mean(float* y, const float* x) {
  __shared__ float s[18][18];
  int tx = threadIdx.x, ty = threadIdx.y, c = blockIdx.x * 16 + tx, r = blockIdx.y * 16 + ty;
  auto at = [&](int r, int c) { return x[(r & 31) * 32 + (c & 31)]; };
  s[ty + 1][tx + 1] = at(r, c);
  if (ty == 0) s[0][tx + 1] = at(r - 1, c);
  if (ty == 15) s[17][tx + 1] = at(r + 1, c);
  if (tx == 0) s[ty + 1][0] = at(r, c - 1);
  if (tx == 15) s[ty + 1][17] = at(r, c + 1);
#ifndef FAULT
  int dy = ty == 0 ? -1 : ty == 15 ? 1 : 0, dx = tx == 0 ? -1 : tx == 15 ? 1 : 0;
  if (dy != 0 && dx != 0) s[ty + 1 + dy][tx + 1 + dx] = at(r + dy, c + dx);
#endif
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum += s[ty + i][tx + j];
  y[r * 32 + c] = sum / 9;
}
