// Transitive closure of a graph of 64 nodes by Warshall; a row of the matrix is one word of 64 bits, a thread per row.
// Fault: the loop is unrolled by two steps with one barrier; the second step reads a row that the first may change (data race).
__device__ void step(unsigned long long* row, int i, int k) {
  if (i != k && (row[i] >> k & 1)) row[i] |= row[k];
}
__global__ void closure(unsigned long long* y, const unsigned long long* x) {
  __shared__ unsigned long long row[64];
  const int i = threadIdx.x;
  row[i] = x[i] & x[63 - i] & x[i ^ 21];
  __syncthreads();
  for (int k = 0; k < 64; k += 2) {
    step(row, i, k);
#ifndef FAULT
    __syncthreads();
#endif
    step(row, i, k + 1);
    __syncthreads();
  }
  y[i] = row[i];
}
