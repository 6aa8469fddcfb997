// A warp of producers draws slots of a shared queue and fills them; a warp of consumers takes a slot each when it is ready.
// Fault: consumers only wait until their slot has been drawn, not until it has been filled (race on shared).
extern "C" __global__ void queue(int* sum, const int* x) {
  __shared__ int slots[32], ready[32], tail;
  int t = threadIdx.x, lane = t % 32;
  if (t < 32) ready[t] = 0;
  if (t == 0) tail = 0;
  __syncthreads();
  if (t < 32) {
    int v = x[lane] ^ 0x55;
    int slot = atomicAdd(&tail, 1);
    slots[slot] = v;
    __threadfence_block();
    atomicExch(&ready[slot], 1);
  } else {
#ifdef FAULT
    while (atomicAdd(&tail, 0) <= lane) {}
#else
    while (atomicAdd(&ready[lane], 0) == 0) {}
#endif
    __threadfence_block();
    atomicAdd(sum, slots[lane]);
  }
}
