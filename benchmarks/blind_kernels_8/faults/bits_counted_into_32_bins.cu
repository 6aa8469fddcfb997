// How many of 128 words have each number of set bits, from none to 32, in shared memory next to the number of odd words.
// Fault: there are only 32 bins; words with all bits set are counted in the variable behind them (overrun).
struct Counts {
#ifdef FAULT
  int bins[32];
#else
  int bins[33];
#endif
  int odd;
};
__global__ void bits(int* y, int* odd, const unsigned* x) {
  __shared__ Counts counts;
  int* bins = counts.bins;
  const int t = threadIdx.x;
  if (t < 32) bins[t] = 0;
  if (t == 0) bins[32] = 0;
  __syncthreads();
  if (t == 0) counts.odd = 0;
  __syncthreads();
  atomicAdd(bins + __popc(x[t]), 1);
  if (x[t] & 1) atomicAdd(&counts.odd, 1);
  __syncthreads();
  if (t < 33) y[t] = bins[t];
  if (t == 0) *odd = counts.odd;
}
