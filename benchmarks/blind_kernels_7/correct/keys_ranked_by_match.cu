// A stable counting sort of 96 keys of three bits: ranks within warps by __match_any_sync, counts of warps in shared memory.
extern "C" __global__ void sort(int* order, const int* key) {
  __shared__ int count[3][8], start[3][8];
  int t = threadIdx.x, lane = t % 32, w = t / 32, k = key[blockIdx.x * 96 + t] & 7;
  if (t < 24) count[t / 8][t % 8] = 0;
  __syncthreads();
  unsigned same = __match_any_sync(~0u, k);
  int rank = __popc(same & ((1u << lane) - 1));
  if (rank == 0) count[w][k] = __popc(same);
  __syncthreads();
  if (t < 24) {
    int v = t / 8, b = t % 8, s = 0;
    for (int c = 0; c < 8; ++c)
      for (int u = 0; u < 3; ++u)
        if (c < b || (c == b && u < v)) s += count[u][c];
    start[v][b] = s;
  }
  __syncthreads();
  order[blockIdx.x * 96 + start[w][k] + rank] = t;
}
