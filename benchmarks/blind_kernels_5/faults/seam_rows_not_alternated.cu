// Costs of the cheapest vertical seams through 24 rows of 96 cells (seam carving); two rows in shared memory need one barrier per row.
// Fault: only one row is kept, so a thread overwrites a cell that its neighbours still read (race on shared).
#ifdef FAULT
#define ROWS 1
#else
#define ROWS 2
#endif
extern "C" __global__ void seams(int* y, const int* cost) {
  __shared__ int rows[ROWS][96];
  int t = threadIdx.x;
  rows[0][t] = cost[t];
  for (int r = 1; r < 24; ++r) {
    __syncthreads();
    const int* before = rows[(r - 1) % ROWS];
    int least = before[t];
    if (t > 0) least = min(least, before[t - 1]);
    if (t < 95) least = min(least, before[t + 1]);
    rows[r % ROWS][t] = least + cost[r * 96 + t];
  }
  y[t] = rows[23 % ROWS][t];
}
