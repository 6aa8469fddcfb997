// Puts 128 keys into 8 buckets of shared memory by their top bits; each bucket is then added up.
// Fault: the cursor is read and advanced in two steps, so two threads may get the same place (race, uninitialized place).
extern "C" __global__ void buckets(unsigned* sums, const unsigned* keys) {
  __shared__ unsigned place[8][128];
  __shared__ unsigned cursor[8];
  int t = threadIdx.x;
  if (t < 8) cursor[t] = 0;
  __syncthreads();
  unsigned key = keys[t], b = key >> 29;
#ifdef FAULT
  unsigned at = cursor[b];
  atomicAdd(&cursor[b], 1u);
#else
  unsigned at = atomicAdd(&cursor[b], 1u);
#endif
  place[b][at] = key;
  __syncthreads();
  if (t < 8) {
    unsigned sum = 0;
    for (unsigned i = 0; i < cursor[t]; ++i) sum += place[t][i];
    sums[t] = sum;
  }
}
