// Four warps take 64 items from a list in shared memory; the first lane of a warp draws the next item.
// Fault: the counter is read and incremented without an atomic (race, items taken twice).
extern "C" __global__ void work(int* y) {
  __shared__ int next;
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  while (true) {
    int item = 0;
#ifdef FAULT
    if (lane == 0) item = next++;
#else
    if (lane == 0) item = atomicAdd(&next, 1);
#endif
    item = __shfl_sync(~0u, item, 0);
    if (item >= 64) break;
    int v = item * lane;
    v = __reduce_add_sync(~0u, v);
    if (lane == 0) y[item] = v;
  }
}
