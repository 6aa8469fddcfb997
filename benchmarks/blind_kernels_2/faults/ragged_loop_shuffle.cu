// Every lane rotates values by one lane as often as the lane's own count says, up to the largest count.
// Fault: the loop ends by the lane's own count, so the full mask of the shuffle names lanes that have left.
extern "C" __global__ void rotate(int* y, const int* x, const int* n) {
  int lane = threadIdx.x, v = x[lane], mine = n[lane], last = v;
#ifdef FAULT
  int rounds = mine;
#else
  int rounds = __reduce_max_sync(~0u, mine);
#endif
  for (int k = 0; k < rounds; ++k) {
    v = __shfl_sync(~0u, v, (lane + 1) % 32) + 1;
    if (k + 1 == mine) last = v;
  }
  y[lane] = last;
}
