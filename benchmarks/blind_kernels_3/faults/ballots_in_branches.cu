// Counts positive values for the first twenty lanes of each warp and negative ones for the others, among all lanes.
// Fault: each side of the branch has its own ballot with the full mask, whose lanes are not all there (invalid mask).
extern "C" __global__ void count(int* y, const int* x) {
  int t = threadIdx.x, v = x[t], n;
#ifdef FAULT
  if (t % 32 < 20)
    n = __popc(__ballot_sync(~0u, v > 0));
  else
    n = 100 * __popc(__ballot_sync(~0u, v < 0));
#else
  unsigned positive = __ballot_sync(~0u, v > 0), negative = __ballot_sync(~0u, v < 0);
  n = t % 32 < 20 ? __popc(positive) : 100 * __popc(negative);
#endif
  y[t] = n;
}
