// Threads draw 96 tasks from a counter in shared memory, do them, and wait until none is open; then totals are read.
// Fault: a rejected (negative) task is not counted as done, so that all threads wait forever (deadlock).
__global__ void tasks(int* y, const int* x, int n) {
  __shared__ int next, open, total;
  const int t = threadIdx.x;
  if (t == 0) {
    next = 0;
    open = n;
    total = 0;
  }
  __syncthreads();
  for (;;) {
    const int task = atomicAdd(&next, 1);
    if (task >= n) break;
    const int v = x[task];
#ifdef FAULT
    if (v < 0) continue;
    atomicAdd(&total, v);
#else
    if (v >= 0) atomicAdd(&total, v);
#endif
    __threadfence_block();
    atomicSub(&open, 1);
  }
  while (atomicAdd(&open, 0) > 0) __nanosleep(20);
  __threadfence_block();
  __syncthreads();
  y[t] = total + t;
}
