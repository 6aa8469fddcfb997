// Differences of consecutive rows of 64 values: the next row goes into one buffer while the last is read from the other.
// Fault: the first row is never put into its buffer (uninitialized read).
extern "C" __global__ void differences(int* y, const int* x) {
  __shared__ int row[2][64];
  int t = threadIdx.x;
  const int* mine = x + blockIdx.x * 320;
#ifndef FAULT
  row[0][t] = mine[t];
#endif
  for (int k = 1; k < 5; ++k) {
    row[k & 1][t] = mine[k * 64 + t];
    __syncthreads();
    y[(blockIdx.x * 4 + k - 1) * 64 + t] = row[k & 1][t] - row[(k & 1) ^ 1][63 - t];
    __syncthreads();
  }
}
