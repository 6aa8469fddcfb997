// The minimum of the 32 signed numbers of each warp, by the instruction redux.
// Fault: the numbers are passed as unsigned, so negative ones count as large (wrong value).
extern "C" __global__ void minima(int* low, const int* x) {
  int i = blockIdx.x * 64 + threadIdx.x;
#ifdef FAULT
  int m = (int)__reduce_min_sync(~0u, (unsigned)x[i]);
#else
  int m = __reduce_min_sync(~0u, x[i]);
#endif
  if (i % 32 == 0) low[i / 32] = m;
}
