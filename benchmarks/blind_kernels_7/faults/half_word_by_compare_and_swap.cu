// Sums of 16-bit counters, two to a word: 128 values are added to eight counters per block by compare and swap on words.
// Fault: after a failed attempt the new word is still made of the old one (lost updates).
extern "C" __global__ void add(unsigned short* y, const unsigned* x) {
  __shared__ unsigned word[4];
  int t = threadIdx.x;
  if (t < 4) word[t] = 0;
  __syncthreads();
  unsigned v = x[blockIdx.x * 128 + t], c = v & 7, shift = c % 2 * 16, amount = v >> 24;
  unsigned* w = &word[c / 2];
  unsigned seen = atomicAdd(w, 0), made = 0;
  bool first = true;
  while (true) {
#ifdef FAULT
    if (first)
#endif
    {
      unsigned sum = ((seen >> shift & 0xffff) + amount) & 0xffff;
      made = (seen & ~(0xffffu << shift)) | sum << shift;
    }
    first = false;
    unsigned old = atomicCAS(w, seen, made);
    if (old == seen) break;
    seen = old;
  }
  __syncthreads();
  if (t < 8) y[blockIdx.x * 8 + t] = (unsigned short)(word[t / 2] >> t % 2 * 16);
}
