// One warp puts 32 keys with their values into a hash table in shared memory, the other looks all of them up.
// Fault: the lookups wait for their keys to appear instead of a barrier, but the value is stored after the key (race on shared).
extern "C" __global__ void lookup(int* y, const int* key, const int* value) {
  __shared__ int keys[64], values[64];
  int t = threadIdx.x, lane = t % 32;
  keys[t] = -1;
  __syncthreads();
  if (t < 32) {
    int k = key[lane], slot = k / 2 * 5 % 64;
    while (atomicCAS(&keys[slot], -1, k) != -1) slot = (slot + 1) % 64;
    values[slot] = value[lane];
  }
#ifndef FAULT
  __syncthreads();
#endif
  if (t >= 32) {
    int slot = lane / 2 * 5 % 64, found;
    while ((found = atomicAdd(&keys[slot], 0)) != lane)
      if (found != -1) slot = (slot + 1) % 64;
    y[lane] = values[slot];
  }
}
