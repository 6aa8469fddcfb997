// Spreads maxima along a line until nothing changes; the number of rounds, and so of barriers, depends on the data.
extern "C" __global__ void spread(int* y, int* rounds, const int* x) {
  __shared__ int s[128];
  __shared__ int changed;
  int t = threadIdx.x, count = 0, go;
  s[t] = x[blockIdx.x * 128 + t] % 50;
  do {
    __syncthreads();
    if (t == 0) changed = 0;
    int own = s[t], best = t % 16 < 15 ? max(own, s[t + 1]) : own;
    __syncthreads();
    if (best != own) {
      s[t] = best;
      atomicExch(&changed, 1);
    }
    __syncthreads();
    go = changed;
    ++count;
  } while (go);
  y[blockIdx.x * 128 + t] = s[t];
  if (t == 0) rounds[blockIdx.x] = count;
}
