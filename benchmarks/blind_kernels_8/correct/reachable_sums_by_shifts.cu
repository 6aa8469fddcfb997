// Which sums up to 127 can be made of twelve weights per thread, as a set of bits in two words; also their number.
__global__ void sums(unsigned long long* y, int* count, const unsigned char* weights) {
  const int t = blockIdx.x * 32 + threadIdx.x;
  unsigned long long low = 1, high = 0;
  for (int k = 0; k < 12; k++) {
    const int w = weights[t * 12 + k];  // 1 to 63
    const unsigned long long carry = low >> (64 - w);
    high |= high << w | carry;
    low |= low << w;
  }
  y[t * 2] = low;
  y[t * 2 + 1] = high;
  count[t] = __popcll(low) + __popcll(high);
}
