// An abelian sandpile of 16 x 16 cells: cells with four grains or more topple at the same time, until all are stable.
extern "C" __global__ void topple(int* y, const int* x) {
  __shared__ int grains[256];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  grains[t] = x[t];
  __syncthreads();
  while (true) {
    int share = grains[t] / 4;
    if (!__syncthreads_or(share)) break;
    if (share) {
      atomicSub(&grains[t], 4 * share);
      if (r > 0) atomicAdd(&grains[t - 16], share);
      if (r < 15) atomicAdd(&grains[t + 16], share);
      if (c > 0) atomicAdd(&grains[t - 1], share);
      if (c < 15) atomicAdd(&grains[t + 1], share);
    }
    __syncthreads();
  }
  y[t] = grains[t];
}
