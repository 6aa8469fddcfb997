// One generation of Life on a 16 x 16 torus held in shared memory.
// Fault: the new state is written into the board that neighbours still read, without a barrier (race on shared).
extern "C" __global__ void life(unsigned char* y, const unsigned char* x) {
  __shared__ unsigned char s[16][16];
  int c = threadIdx.x, r = threadIdx.y;
  s[r][c] = x[r * 16 + c];
  __syncthreads();
  int n = -s[r][c];
  for (int dr = -1; dr <= 1; ++dr)
    for (int dc = -1; dc <= 1; ++dc) n += s[(r + dr) & 15][(c + dc) & 15];
  bool alive = n == 3 || (n == 2 && s[r][c]);
#ifndef FAULT
  __syncthreads();
#endif
  s[r][c] = alive;
  __syncthreads();
  y[c * 16 + r] = s[c][r];
}
