// Bellman-Ford in shared memory, an edge per thread: atomics read and lower the distances until no thread changes any.
extern "C" __global__ void shortest(unsigned* distance, const int* from, const int* to, const unsigned* weight) {
  __shared__ unsigned d[32];
  int t = threadIdx.x, u = from[t], v = to[t];
  unsigned w = weight[t];
  if (t < 32) d[t] = t == 0 ? 0 : 1000000;
  __syncthreads();
  bool changed;
  do {
    unsigned through = atomicOr(&d[u], 0u) + w;
    changed = atomicMin(&d[v], through) > through;
  } while (__syncthreads_or(changed));
  if (t < 32) distance[t] = min(d[t], 1000000u);
}
