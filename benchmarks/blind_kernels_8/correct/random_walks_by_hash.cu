// Random walks of twelve steps on a graph in row form, directed by a hash of walk and step; visits are counted by atomics.
__global__ void walks(int* visits, int* last, const int* start, const int* target) {
  const int walk = blockIdx.x * 32 + threadIdx.x;
  int node = walk % 24;
  for (int step = 0; step < 12; step++) {
    atomicAdd(&visits[node], 1);
    const unsigned h = ((unsigned)(walk * 12 + step) ^ 0x5bd1e995u) * 2654435761u;
    const int first = start[node], degree = start[node + 1] - first;
    node = target[first + (int)(((unsigned long long)h * (unsigned)degree) >> 32)];
  }
  last[walk] = node;
}
