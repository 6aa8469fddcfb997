// Dynamic time warping of 16 pairs of series of 32 within a band of four; two rows of the table per pair in shared memory.
// Fault: the cell behind the band is not set to infinity, though the next row looks at it (uninitialized shared memory).
#define INF (1 << 28)
#define CELL(i, j) rows[(i) & 1][j][t]
extern "C" __global__ void warp_distance(int* y, const int* a, const int* b) {
  __shared__ int rows[2][33][16];
  int t = threadIdx.x;
  for (int j = 0; j <= 32; ++j) CELL(0, j) = j == 0 ? 0 : INF;
  for (int i = 1; i <= 32; ++i) {
    int low = max(1, i - 4), high = min(32, i + 4);
    CELL(i, low - 1) = INF;
#ifndef FAULT
    if (high < 32) CELL(i, high + 1) = INF;
#endif
    for (int j = low; j <= high; ++j) {
      int best = min(min(CELL(i - 1, j), CELL(i - 1, j - 1)), CELL(i, j - 1));
      CELL(i, j) = abs(a[t * 32 + i - 1] - b[t * 32 + j - 1]) + best;
    }
  }
  y[t] = CELL(32, 32);
}
