// Twenty steps of Pascal's rule modulo 2^32 on a row of 96 numbers in shared memory, in place: each adds its left neighbour.
// Fault: no barrier separates the reading of the left neighbour from the writing of the sum (data race).
__global__ void pascal(unsigned* y, const unsigned* x) {
  __shared__ unsigned row[96];
  const int t = threadIdx.x;
  row[t] = x[t];
  __syncthreads();
  for (int step = 0; step < 20; step++) {
    const unsigned left = t ? row[t - 1] : 0;
#ifndef FAULT
    __syncthreads();
#endif
    row[t] += left;
    __syncthreads();
  }
  y[t] = row[t];
}
