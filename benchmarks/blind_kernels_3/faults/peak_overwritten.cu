// Subtracts the maximum of each of five rows; thread 0 searches it and broadcasts it through shared memory.
// Fault: no barrier at the end of the loop, so thread 0 overwrites the maximum while others still read it (race on shared).
extern "C" __global__ void subtract(int* y, const int* x) {
  __shared__ int peak;
  int t = threadIdx.x;
  for (int row = 0; row < 5; ++row, x += 96, y += 96) {
    if (t == 0) {
      int best = x[0];
      for (int i = 1; i < 96; ++i) best = max(best, x[i]);
      peak = best;
    }
    __syncthreads();
    y[t] = x[t] - peak;
#ifndef FAULT
    __syncthreads();
#endif
  }
}
