// Shortest paths between 16 nodes by Floyd and Warshall, a thread per pair.
// Fault: no barrier between the steps, so a step reads distances that the previous one still changes.
extern "C" __global__ void paths(int* d) {
  __shared__ int s[16][16];
  int i = threadIdx.x / 16, j = threadIdx.x % 16;
  s[i][j] = i == j ? 0 : d[threadIdx.x];
  __syncthreads();
  for (int k = 0; k < 16; ++k) {
    int v = s[i][k] + s[k][j];
    if (v < s[i][j]) s[i][j] = v;
#ifndef FAULT
    __syncthreads();
#endif
  }
  d[threadIdx.x] = s[i][j];
}
