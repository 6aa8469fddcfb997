// A step of Boruvka's algorithm: for each of eight components the lightest of 64 edges, the first one among equals.
// Fault: every edge of the least weight stores its number, so equal edges write the same place (race on shared).
extern "C" __global__ void lightest(int* y, const int* weight, const int* other) {
  __shared__ unsigned long long best[8];
  __shared__ int edge[8];
  int t = threadIdx.x, u = t % 8, v = other[t];
  if (t < 8) best[t] = ~0ull;
  __syncthreads();
  unsigned long long key = (unsigned long long)weight[t] << 32;
#ifndef FAULT
  key |= t;
#endif
  atomicMin(&best[u], key);
  atomicMin(&best[v], key);
  __syncthreads();
  if (best[u] == key) edge[u] = t;
  if (best[v] == key && v != u) edge[v] = t;
  __syncthreads();
  if (t < 8) y[t] = edge[t];
}
