// The length of the longest path to each node of an acyclic graph: counts of open predecessors fall by atomics, round by round.
extern "C" __global__ void levels(int* level, const int* edges, int m) {
  __shared__ int open[48], depth[48], left;
  int t = threadIdx.x;
  open[t] = 0;
  depth[t] = -1;
  if (t == 0) left = 48;
  __syncthreads();
  for (int e = t; e < m; e += 48) atomicAdd(&open[edges[2 * e + 1]], 1);
  __syncthreads();
  for (int round = 0; left > 0; ++round) {
    bool now = depth[t] < 0 && open[t] == 0;
    __syncthreads();
    if (now) {
      depth[t] = round;
      atomicSub(&left, 1);
      for (int e = 0; e < m; ++e)
        if (edges[2 * e] == t) atomicSub(&open[edges[2 * e + 1]], 1);
    }
    __syncthreads();
  }
  level[t] = depth[t];
}
