// Core numbers of a graph of 48 nodes and 120 edges: nodes of low degree are peeled off until none is left.
extern "C" __global__ void cores(int* core, const int* from, const int* to) {
  __shared__ unsigned long long neighbours[48], alive;
  int t = threadIdx.x;
  if (t < 48) neighbours[t] = 0;
  if (t == 0) alive = (1ull << 48) - 1;
  __syncthreads();
  for (int e = t; e < 120; e += 64) {
    int u = from[e], v = to[e];
    if (u == v) continue;
    atomicOr(&neighbours[u], 1ull << v);
    atomicOr(&neighbours[v], 1ull << u);
  }
  __syncthreads();
  unsigned long long mine = t < 48 ? neighbours[t] : 0;
  for (int k = 0;;) {
    unsigned long long left = alive;
    bool peel = t < 48 && left >> t & 1 && __popcll(mine & left) <= k;
    bool any = __syncthreads_or(peel);
    if (left == 0) break;
    if (peel) {
      core[t] = k;
      atomicAnd(&alive, ~(1ull << t));
    }
    k += !any;
    __syncthreads();
  }
}
