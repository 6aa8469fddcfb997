// The wave equation on a ring of 96 points: 10 steps between three time levels in shared memory.
// Fault: the level that is written is the current one instead of the one before (race on shared).
extern "C" __global__ void wave(float* u) {
  __shared__ float level[3][96];
  int t = threadIdx.x, left = (t + 95) % 96, right = (t + 1) % 96;
  float *before = level[0], *now = level[1], *next = level[2];
  before[t] = now[t] = u[t];
  __syncthreads();
  for (int step = 0; step < 10; ++step) {
    float v = 2 * now[t] - before[t] + 0.25f * (now[left] - 2 * now[t] + now[right]);
    next[t] = v;
    __syncthreads();
#ifndef FAULT
    float* last = before;
#endif
    before = now;
    now = next;
#ifdef FAULT
    next = now;
#else
    next = last;
#endif
  }
  u[t] = now[t];
}
