// Shortest distances from node 0 by Bellman-Ford, an edge per thread; unreached nodes have INT_MAX.
// Fault: the weight is added to INT_MAX too, and the negative sum wins the minimum (overflow).
extern "C" __global__ void bellman_ford(int* y, const int* from, const int* to, const int* weight) {
  __shared__ int distance[24];
  int t = threadIdx.x;
  if (t < 24) distance[t] = t == 0 ? 0 : 0x7fffffff;
  __syncthreads();
  for (int round = 0; round < 24; ++round) {
    int d = distance[from[t]];
    __syncthreads();
#ifdef FAULT
    atomicMin(&distance[to[t]], d + weight[t]);
#else
    if (d != 0x7fffffff) atomicMin(&distance[to[t]], d + weight[t]);
#endif
    __syncthreads();
  }
  if (t < 24) y[t] = distance[t];
}
