// Single-pass prefix sum with decoupled look-back: block totals and prefixes are words of a state and a value.
// Fault: the first block publishes a total instead of a prefix, so the look-back goes on before the first word (out of bounds on global).
__device__ unsigned long long pack(unsigned state, unsigned value) { return (unsigned long long)state << 32 | value; }
extern "C" __global__ void scan(unsigned* y, unsigned long long* words, const unsigned* x) {
  __shared__ unsigned first_half, before;
  int t = threadIdx.x, lane = t % 32, block = blockIdx.x;
  unsigned v = x[block * 64 + t];
  for (int d = 1; d < 32; d *= 2) {
    unsigned left = __shfl_up_sync(0xffffffff, v, d);
    if (lane >= d) v += left;
  }
  if (t == 31) first_half = v;
  __syncthreads();
  if (t >= 32) v += first_half;
  if (t == 63) {
    unsigned sum = 0;
#ifdef FAULT
    atomicExch(&words[block], pack(1, v));
    {
#else
    atomicExch(&words[block], pack(block == 0 ? 2 : 1, v));
    if (block > 0) {
#endif
      for (int i = block - 1;; --i) {
        if (block == 0) break;
        unsigned long long word;
        do word = atomicAdd(&words[i], 0ull); while (word >> 32 == 0);
        sum += (unsigned)word;
        if (word >> 32 == 2) break;
      }
      if (block > 0) atomicExch(&words[block], pack(2, sum + v));
    }
    before = sum;
  }
  __syncthreads();
  y[block * 64 + t] = v + before;
}
