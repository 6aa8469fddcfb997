// Unpacks 96 fields of seven bits that follow each other in 21 words; a field may straddle two words.
// Fault: the next word is always read, also behind the last word (out of bounds).
__global__ void unpack(unsigned* y, const unsigned* words) {
  const int bit = threadIdx.x * 7, w = bit >> 5, s = bit & 31;
#ifdef FAULT
  const unsigned high = words[w + 1];
#else
  const unsigned high = s > 25 ? words[w + 1] : 0;
#endif
  y[threadIdx.x] = __funnelshift_r(words[w], high, s) & 127;
}
