// Fisher and Yates' shuffle of 52 cards per thread, the deck as bytes in shared memory with a stride of 53.
extern "C" __global__ void shuffle(unsigned char* deck, const unsigned* seed) {
  __shared__ unsigned char cards[32 * 53];
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  unsigned char* d = cards + t * 53;
  unsigned s = seed[i] | 1;
  for (int k = 0; k < 52; ++k) d[k] = k;
  for (int k = 51; k > 0; --k) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    int j = (int)((unsigned long long)s * (unsigned)(k + 1) >> 32);
    unsigned char c = d[j];
    d[j] = d[k];
    d[k] = c;
  }
  __syncthreads();
  for (int k = t; k < 32 * 52; k += 32) deck[blockIdx.x * 1664 + k] = cards[k / 52 * 53 + k % 52];
}
