// Floyd and Warshall's shortest paths among 32 nodes by tiles of 16: pivot tile, its row and column, the rest; six launches.
__device__ void relax(int (*out)[17], int (*from)[17], int (*to)[17]) {
  int c = threadIdx.x, r = threadIdx.y;
  for (int k = 0; k < 16; ++k) {
    int through = from[r][k] + to[k][c];
    __syncthreads();
    out[r][c] = min(out[r][c], through);
    __syncthreads();
  }
}
extern "C" __global__ void pivot(int* d, int k) {
  __shared__ int s[16][17];
  int c = threadIdx.x, r = threadIdx.y, i = (k * 16 + r) * 32 + k * 16 + c;
  s[r][c] = d[i];
  __syncthreads();
  relax(s, s, s);
  d[i] = s[r][c];
}
extern "C" __global__ void row_and_column(int* d, int k) {
  __shared__ int p[16][17], s[16][17];
  int c = threadIdx.x, r = threadIdx.y, other = 1 - k;
  int i = blockIdx.x ? (other * 16 + r) * 32 + k * 16 + c : (k * 16 + r) * 32 + other * 16 + c;
  p[r][c] = d[(k * 16 + r) * 32 + k * 16 + c];
  s[r][c] = d[i];
  __syncthreads();
  if (blockIdx.x) relax(s, s, p);
  else relax(s, p, s);
  d[i] = s[r][c];
}
extern "C" __global__ void rest(int* d, int k) {
  __shared__ int column[16][17], row[16][17];
  int c = threadIdx.x, r = threadIdx.y, other = 1 - k;
  column[r][c] = d[(other * 16 + r) * 32 + k * 16 + c];
  row[r][c] = d[(k * 16 + r) * 32 + other * 16 + c];
  __syncthreads();
  int i = (other * 16 + r) * 32 + other * 16 + c, best = d[i];
  for (int j = 0; j < 16; ++j) best = min(best, column[r][j] + row[j][c]);
  d[i] = best;
}
