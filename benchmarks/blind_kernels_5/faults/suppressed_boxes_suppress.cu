// Non-maximum suppression of 32 intervals in order of their scores: an interval removes later ones that begin less than five apart.
// Fault: intervals that are removed themselves remove others too (missing condition, wrong values).
extern "C" __global__ void suppress(int* y, const int* start) {
  int lane = threadIdx.x, own = start[blockIdx.x * 32 + lane];
  unsigned later = 0;
  for (int j = 0; j < 32; ++j) {
    int other = __shfl_sync(~0u, own, j);
    if (j > lane && abs(other - own) < 5) later |= 1u << j;
  }
  unsigned removed = 0;
  for (int i = 0; i < 32; ++i) {
    unsigned mask = __shfl_sync(~0u, later, i);
#ifdef FAULT
    removed |= mask;
#else
    if (!(removed >> i & 1)) removed |= mask;
#endif
  }
  y[blockIdx.x * 32 + lane] = !(removed >> lane & 1);
}
