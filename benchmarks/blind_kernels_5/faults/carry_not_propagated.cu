// Sums of numbers of 1024 bits, a word per lane; ballots of the words that generate and that propagate a carry give all carries.
// Fault: words that only propagate a carry are left out (missing propagation, wrong sums).
extern "C" __global__ void add(unsigned* y, const unsigned* a, const unsigned* b) {
  int i = blockIdx.x * 32 + threadIdx.x;
  unsigned sum = a[i] + b[i];
  unsigned generate = __ballot_sync(~0u, sum < a[i]), propagate = __ballot_sync(~0u, sum == ~0u);
#ifdef FAULT
  unsigned carries = generate << 1;
#else
  unsigned carries = (generate << 1) + propagate ^ propagate;
#endif
  y[i] = sum + (carries >> threadIdx.x & 1);
}
