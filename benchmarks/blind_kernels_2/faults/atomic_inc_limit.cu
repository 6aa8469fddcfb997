// Sums by the last block; atomicInc is to wrap the ticket to zero for the next launch. Two launches.
// Fault: the limit of atomicInc is the number of blocks instead of the last ticket, so it does not wrap.
extern "C" __global__ void sum(int* total, unsigned* ticket, int* parts, const int* x, int launch) {
  int t = threadIdx.x, v = x[launch * 128 + blockIdx.x * 32 + t];
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
  if (t == 0) {
    parts[blockIdx.x] = v;
    __threadfence();
#ifdef FAULT
    unsigned mine = atomicInc(ticket, gridDim.x);
#else
    unsigned mine = atomicInc(ticket, gridDim.x - 1);
#endif
    if (mine == gridDim.x - 1) {
      __threadfence();
      int s = 0;
      for (int b = 0; b < 4; ++b) s += ((volatile int*)parts)[b];
      total[launch] = s;
    }
  }
}
