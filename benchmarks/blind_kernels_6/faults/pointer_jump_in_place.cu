// Finds the root of each vertex in a forest of depth 7 by pointer jumping (three rounds) between two arrays.
// Fault: only one array is used, so vertices read parents that others replace (race on shared).
extern "C" __global__ void roots(int* root, const int* parent) {
  __shared__ int p[2][128];
  int t = threadIdx.x;
  p[0][t] = parent[t];
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
#ifdef FAULT
    p[0][t] = p[0][p[0][t]];
#else
    int from = round % 2;
    p[1 - from][t] = p[from][p[from][t]];
#endif
    __syncthreads();
  }
#ifdef FAULT
  root[t] = p[0][t];
#else
  root[t] = p[1][t];
#endif
}
