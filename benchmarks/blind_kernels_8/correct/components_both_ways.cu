// Strongly connected components of a graph of 32 nodes: nodes that reach each other, by words of reachable nodes in a warp.
__global__ void components(int* y, const unsigned* x) {
  const int lane = threadIdx.x;
  // About two edges per node.
  unsigned reach = (x[lane] & x[lane + 32] & x[lane + 64] & x[lane + 96]) | 1u << lane;
  for (int k = 0; k < 32; k++) {
    const unsigned row = __shfl_sync(~0u, reach, k);
    if (reach >> k & 1) reach |= row;
  }
  unsigned back = 0;  // which nodes reach this one
  for (int k = 0; k < 32; k++) {
    const unsigned row = __ballot_sync(~0u, reach >> k & 1);
    if (lane == k) back = row;
  }
  y[lane] = __ffs((int)(reach & back)) - 1;
}
