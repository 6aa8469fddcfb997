// Sizes of the levels of a breadth-first search in a graph of 48 nodes, a launch per level, two queues in turns in device memory.
// Fault: the count of the queue that has been consumed is not cleared, so old nodes stay in it (stale state between launches).
__device__ int queue[2][128], count[2], seen[48];
extern "C" __global__ void start(int* sizes) {
  int t = threadIdx.x;
  if (t < 48) seen[t] = t == 0;
  if (t < 4) sizes[t] = 0;
  if (t == 0) {
    queue[0][0] = 0;
    count[0] = 1;
    count[1] = 0;
  }
}
extern "C" __global__ void step(int* sizes, int level) {
  int t = threadIdx.x, in = level % 2, out = 1 - in, n = count[in];
  for (int i = t; i < n; i += 64) {
    int node = queue[in][i];
    for (int e = 2; e <= 3; ++e) {
      int next = (e * node + e - 1) % 48;
      if (atomicExch(&seen[next], 1) == 0) queue[out][atomicAdd(&count[out], 1)] = next;
    }
  }
  __syncthreads();
  if (t == 0) {
    sizes[level] = count[out];
#ifndef FAULT
    count[in] = 0;
#endif
  }
}
