// Connected components by lock-free union and find in shared memory; labels are the smallest member.
__device__ int find(int* parent, int v) {
  for (;;) {
    int p = atomicOr(&parent[v], 0);  // an atomic read
    if (p == v) return v;
    v = p;
  }
}

extern "C" __global__ void components(int* y, const float* x) {
  __shared__ int parent[128];
  int t = threadIdx.x;
  parent[t] = t;
  __syncthreads();
  if (x[blockIdx.x * 128 + t] > 0) {
    int a = t, b = (t * 7 + 3) & 127;
    for (;;) {
      a = find(parent, a);
      b = find(parent, b);
      if (a == b) break;
      int high = max(a, b), low = min(a, b);
      if (atomicCAS(&parent[high], high, low) == high) break;
    }
  }
  __syncthreads();
  y[blockIdx.x * 128 + t] = find(parent, t);
}
