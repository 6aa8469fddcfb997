// Lowest common ancestors in a random tree of 64 nodes: ancestors at distances 1, 2, 4 ... in shared memory.
extern "C" __global__ void ancestor(int* answer, const int* parent, const int* pair) {
  __shared__ unsigned char up[6][64], depth[64];
  int t = threadIdx.x;
  up[0][t] = parent[t];
  int d = 0;
  for (int v = t; v; v = parent[v]) ++d;
  depth[t] = d;
  __syncthreads();
  for (int k = 1; k < 6; ++k) {
    up[k][t] = up[k - 1][up[k - 1][t]];
    __syncthreads();
  }
  int i = blockIdx.x * 64 + t, a = pair[2 * i], b = pair[2 * i + 1];
  if (depth[a] < depth[b]) {
    int s = a;
    a = b;
    b = s;
  }
  for (int k = 5; k >= 0; --k)
    if (depth[a] - depth[b] >> k & 1) a = up[k][a];
  for (int k = 5; k >= 0; --k)
    if (up[k][a] != up[k][b]) a = up[k][a], b = up[k][b];
  answer[i] = a == b ? a : up[0][a];
}
