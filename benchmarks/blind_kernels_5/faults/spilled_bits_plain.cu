// Packs 64 numbers of 13 bits into 26 words in shared memory; a number may straddle two words.
// Fault: the part that goes to the next word is set by a plain |=, though other threads set bits there (race on shared, lost bits).
extern "C" __global__ void pack(unsigned* y, const unsigned* x) {
  __shared__ unsigned words[26];
  int t = threadIdx.x, word = 13 * t / 32, shift = 13 * t % 32;
  if (t < 26) words[t] = 0;
  __syncthreads();
  unsigned v = x[blockIdx.x * 64 + t];
  atomicOr(&words[word], v << shift);
  if (shift + 13 > 32) {
#ifdef FAULT
    words[word + 1] |= v >> (32 - shift);
#else
    atomicOr(&words[word + 1], v >> (32 - shift));
#endif
  }
  __syncthreads();
  if (t < 26) y[blockIdx.x * 26 + t] = words[t];
}
