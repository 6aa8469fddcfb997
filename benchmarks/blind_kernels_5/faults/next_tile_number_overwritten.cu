// Three persistent blocks draw twelve tiles from a counter; the tile's number reaches the block through shared memory.
// Fault: no barrier after the number is read, so thread 0 may put the next one there first (race on shared).
extern "C" __global__ void work(int* y, int* counter, const int* x) {
  __shared__ int next;
  int t = threadIdx.x;
  for (;;) {
    if (t == 0) next = atomicAdd(counter, 1);
    __syncthreads();
    int tile = next;
#ifndef FAULT
    __syncthreads();
#endif
    if (tile >= 12) break;
    y[tile * 64 + t] = 5 * x[tile * 64 + t] + tile;
  }
}
