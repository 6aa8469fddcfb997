// One level of a breadth-first search: neighbours of vertices 0 to 15 are queued in shared memory once, then marked.
// Fault: the queue holds 32 vertices, although more neighbours are new (out of bounds in shared memory).
#ifdef FAULT
#define CAPACITY 32
#else
#define CAPACITY 128
#endif
extern "C" __global__ void expand(int* level, const int* first, const int* next) {
  __shared__ int seen[128];
  __shared__ int size;
  __shared__ int queue[CAPACITY];
  int t = threadIdx.x;
  seen[t] = t < 16;
  level[t] = t < 16 ? 0 : -1;
  if (t == 0) size = 0;
  __syncthreads();
  if (t < 16)
    for (int e = first[t]; e < first[t + 1]; ++e)
      if (atomicExch(&seen[next[e]], 1) == 0) queue[atomicAdd(&size, 1)] = next[e];
  __syncthreads();
  for (int i = t; i < size; i += 128) level[queue[i]] = 1;
}
