// Path metrics of a trellis with 64 states over 20 steps (Viterbi), between two buffers in shared memory.
// Fault: the buffers do not change places, so every step begins with the first metrics (stale buffer, wrong value).
extern "C" __global__ void metrics(int* cost, const int* observed) {
  __shared__ int buffer[2][64];
  int s = threadIdx.x;
  buffer[0][s] = s;
  buffer[1][s] = s;
  __syncthreads();
  for (int step = 0; step < 20; ++step) {
#ifdef FAULT
    int from = 0;
#else
    int from = step % 2;
#endif
    int o = observed[blockIdx.x * 20 + step], best = 1 << 30;
    for (int bit = 0; bit < 2; ++bit) {
      int p = (s * 2 + bit) % 64;
      best = min(best, buffer[from][p] + abs(o - (p * 7 + s) % 16));
    }
    buffer[1 - from][s] = best;
    __syncthreads();
  }
  cost[blockIdx.x * 64 + s] = buffer[0][s];
}
