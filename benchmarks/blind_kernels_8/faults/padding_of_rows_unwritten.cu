// Copies ten rows of 27 values into rows of 32 values, whose tails are zero, for a following kernel that adds up whole rows.
// Fault: the tails of the rows are not written before the second kernel reads them (uninitialized global memory).
__global__ void pad(int* rows, const int* x) {
  const int r = blockIdx.x, c = threadIdx.x;
#ifdef FAULT
  if (c < 27) rows[r * 32 + c] = x[r * 27 + c];
#else
  rows[r * 32 + c] = c < 27 ? x[r * 27 + c] : 0;
#endif
}
__global__ void total(int* y, const int* rows) {
  const int v = __reduce_add_sync(~0u, rows[blockIdx.x * 32 + threadIdx.x]);
  if (threadIdx.x == 0) y[blockIdx.x] = v;
}
