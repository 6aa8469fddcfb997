// The largest of the words of five bases (two bits each) that begin in each thread's eight places of a text of 256 bases.
// Fault: words are begun at all places, also at the last four of the text, and read beyond its end (out of bounds).
__global__ void kmers(unsigned* y, const unsigned char* text, int n) {
  unsigned best = 0;
#ifdef FAULT
  const int end = n;
#else
  const int end = n - 4;
#endif
  for (int i = threadIdx.x * 8; i < min((int)threadIdx.x * 8 + 8, end); i++) {
    unsigned word = 0;
    for (int k = 0; k < 5; k++) word = word << 2 | text[i + k];
    best = max(best, word);
  }
  y[threadIdx.x] = best;
}
