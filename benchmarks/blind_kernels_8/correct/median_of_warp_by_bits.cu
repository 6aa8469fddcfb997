// The sixteenth smallest of 32 unsigned numbers per warp, bit by bit: ballots count candidates that have a zero in the next bit.
__global__ void select(unsigned* y, const unsigned* x) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const unsigned v = x[i];
  unsigned candidates = ~0u, result = 0;
  int k = 15;
  for (int bit = 31; bit >= 0; bit--) {
    const unsigned ones = __ballot_sync(~0u, v >> bit & 1), zeros = candidates & ~ones;
    if (k < __popc(zeros)) {
      candidates = zeros;
    } else {
      k -= __popc(zeros);
      candidates &= ones;
      result |= 1u << bit;
    }
  }
  if ((threadIdx.x & 31) == 0) y[i >> 5] = result;
}
