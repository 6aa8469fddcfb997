// A maximal independent set of a circulant graph by rounds of local minima of random priorities, until all are decided.
extern "C" __global__ void choose(int* y, const int* priority) {
  __shared__ int key[64], state[64];
  int t = threadIdx.x;
  int near[4] = {(t + 1) & 63, (t + 63) & 63, (t + 5) & 63, (t + 59) & 63};
  key[t] = priority[t];
  state[t] = 0;
  int mine = 0;
  while (__syncthreads_or(mine == 0)) {
    int next = mine;
    if (mine == 0) {
      bool least = true;
      for (int n : near) {
        if (state[n] == 1) next = 2;
        if (state[n] == 0 && key[n] < key[t]) least = false;
      }
      if (next == 0 && least) next = 1;
    }
    __syncthreads();
    state[t] = mine = next;
  }
  y[t] = mine;
}
