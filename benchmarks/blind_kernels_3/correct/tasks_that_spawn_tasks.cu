// Threads take intervals from a queue in shared memory and split them into two new tasks, down to single cells.
extern "C" __global__ void split(int* y, const int* x) {
  __shared__ int queue[127 + 64], head, tail, pending;
  int t = threadIdx.x;
  for (int i = t; i < 127 + 64; i += 64) queue[i] = 0;
  __syncthreads();
  if (t == 0) {
    queue[0] = 64;  // first cell * 256 + length
    head = 0;
    tail = pending = 1;
  }
  __syncthreads();
  for (;;) {
    int place = atomicAdd(&head, 1), task;
    do task = atomicAdd(&queue[place], 0); while (task == 0 && atomicAdd(&pending, 0) > 0);
    if (task == 0) break;
    int first = task / 256, n = task % 256;
    if (n == 1) {
      y[first] = ~x[first];
    } else {
      atomicAdd(&pending, 2);
      int to = atomicAdd(&tail, 2);
      atomicExch(&queue[to], first * 256 + n / 2);
      atomicExch(&queue[to + 1], (first + n / 2) * 256 + n / 2);
    }
    atomicSub(&pending, 1);
  }
}
