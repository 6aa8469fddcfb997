// Counts equal keys with a hash table in shared memory: open addressing, cells claimed by compare and swap.
extern "C" __global__ void count(int* y, const int* x) {
  __shared__ int keys[256], counts[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 128) {
    keys[i] = -1;
    counts[i] = 0;
  }
  __syncthreads();
  int key = x[blockIdx.x * 128 + t] & 0x7fffffff;
  unsigned slot = (unsigned)key * 2654435761u >> 24;
  for (;;) {
    int found = atomicCAS(&keys[slot], -1, key);
    if (found == -1 || found == key) break;
    slot = (slot + 1) & 255;
  }
  atomicAdd(&counts[slot], 1);
  __syncthreads();
  y[blockIdx.x * 128 + t] = counts[slot];
}
