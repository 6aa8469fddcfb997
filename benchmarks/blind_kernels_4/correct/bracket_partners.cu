// Finds the opening partner of each closing bracket among 128, or -1: depths by a scan with two buffers, then a search to the left.
extern "C" __global__ void partners(int* y, int* depths, const int* closes) {
  __shared__ int depth[2][128];
  int t = threadIdx.x, row = blockIdx.x * 128;
  bool closing = closes[row + t] & 1;
  int now = 0;
  depth[0][t] = closing ? -1 : 1;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    depth[1 - now][t] = depth[now][t] + (t >= d ? depth[now][t - d] : 0);
    now = 1 - now;
    __syncthreads();
  }
  int mine = depth[now][t], partner = -1;
  if (closing) {
    for (int j = t - 1; j >= 0 && depth[now][j] > mine; --j) {
      if (depth[now][j] != mine + 1 || (j > 0 ? depth[now][j - 1] : 0) != mine) continue;
      partner = j;
      break;
    }
  }
  y[row + t] = partner;
  depths[row + t] = mine;
}
