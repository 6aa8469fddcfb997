// Sums of two arrays in two launches of the same kernel: the block with the last ticket adds the parts of all and counts the sums.
// Fault: the last block does not reset the ticket counter, so no block of the second launch is the last (stale state between launches).
extern "C" __global__ void sum(int* total, int* parts, int* tickets, const int* x) {
  __shared__ int warp_sums[2];
  int t = threadIdx.x, v = x[blockIdx.x * 64 + t];
  v = __reduce_add_sync(0xffffffff, v);
  if (t % 32 == 0) warp_sums[t / 32] = v;
  __syncthreads();
  if (t > 0) return;
  parts[blockIdx.x] = warp_sums[0] + warp_sums[1];
  __threadfence();
  if (atomicAdd(&tickets[0], 1) == gridDim.x - 1) {
    __threadfence();
    int all = 0;
    for (int b = 0; b < gridDim.x; ++b) all += parts[b];
    *total = all;
    atomicAdd(&tickets[1], 1);
#ifndef FAULT
    atomicExch(&tickets[0], 0);
#endif
  }
}
