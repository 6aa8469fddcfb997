// Three sweeps over a ring of 15 cells in shared memory, in place: each cell adds its neighbours; cells of one colour at a time.
// Fault: an odd ring needs a third colour; with two, the first and the last cell are neighbours of the same colour (race on shared).
extern "C" __global__ void sweep(int* y, const int* x) {
  __shared__ int v[15];
  int t = threadIdx.x;
#ifdef FAULT
  int colour = t % 2;
#else
  int colour = t == 14 ? 2 : t % 2;
#endif
  if (t < 15) v[t] = x[blockIdx.x * 15 + t];
  __syncthreads();
  for (int step = 0; step < 9; ++step) {
    if (t < 15 && colour == step % 3) v[t] += v[(t + 1) % 15] - 2 * v[(t + 14) % 15];
    __syncthreads();
  }
  if (t < 15) y[blockIdx.x * 15 + t] = v[t];
}
