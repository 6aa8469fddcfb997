// Earliest start times in a graph of 64 tasks: a task may start when its last predecessor is done (levels of Kahn's algorithm).
// Fault: atomicSub returns the value before the subtraction, so the last predecessor sees 1, not 0 (wrong values).
extern "C" __global__ void schedule(int* y, const int* duration) {
  __shared__ int waiting[64], start[64], level[64];
  int t = threadIdx.x, next[3] = {2 * t + 1, 2 * t + 2, t + 5};
  waiting[t] = 0;
  start[t] = 0;
  __syncthreads();
  for (int k = 0; k < 3; ++k)
    if (next[k] < 64) atomicAdd(&waiting[next[k]], 1);
  __syncthreads();
  level[t] = waiting[t] == 0 ? 0 : -1;
  for (int round = 0;; ++round) {
    bool ready = level[t] == round;
    if (!__syncthreads_or(ready)) break;
    if (ready) {
      int end = start[t] + duration[t];
      for (int k = 0; k < 3; ++k) {
        if (next[k] >= 64) continue;
        atomicMax(&start[next[k]], end);
#ifdef FAULT
        if (atomicSub(&waiting[next[k]], 1) == 0) level[next[k]] = round + 1;
#else
        if (atomicSub(&waiting[next[k]], 1) == 1) level[next[k]] = round + 1;
#endif
      }
    }
    __syncthreads();
  }
  y[t] = level[t] < 0 ? -1 : start[t];
}
