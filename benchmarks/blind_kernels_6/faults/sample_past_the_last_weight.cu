// Draws an index in proportion to integer weights: the first whose cumulative weight is above u, at most the last.
// Fault: u may equal the total, and the search has no end (out of bounds).
extern "C" __global__ void sample(int* pick, const int* u, const int* cumulative) {
  int i = blockIdx.x * 32 + threadIdx.x, k = 0;
#ifdef FAULT
  while (cumulative[k] <= u[i]) ++k;
#else
  while (k < 7 && cumulative[k] <= u[i]) ++k;
#endif
  pick[i] = k;
}
