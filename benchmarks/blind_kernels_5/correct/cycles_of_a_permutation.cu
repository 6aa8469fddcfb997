// Labels each element of a permutation of 64 with the smallest one in its cycle, by doubling jumps with two buffers.
extern "C" __global__ void cycles(int* y, const int* p) {
  __shared__ int next[2][64], least[2][64];
  int t = threadIdx.x, now = 0;
  next[0][t] = p[blockIdx.x * 64 + t];
  least[0][t] = t;
  for (int step = 0; step < 6; ++step) {
    __syncthreads();
    int far = next[now][t];
    least[1 - now][t] = min(least[now][t], least[now][far]);
    next[1 - now][t] = next[now][far];
    now = 1 - now;
  }
  y[blockIdx.x * 64 + t] = least[now][t];
}
