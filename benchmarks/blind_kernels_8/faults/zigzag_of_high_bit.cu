// Decodes zigzag numbers (0, -1, 1, -2, 2 ...) of 32 bits and adds them up along the 32 lanes.
// Fault: the number is shifted as a signed one, which is wrong for numbers of 2^31 and more (wrong value for some inputs).
__global__ void decode(unsigned* y, const unsigned* x) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  const unsigned n = x[i];
#ifdef FAULT
  unsigned v = (unsigned)((int)n >> 1) ^ (0u - (n & 1));
#else
  unsigned v = n >> 1 ^ (0u - (n & 1));
#endif
  for (int d = 1; d < 32; d *= 2) {
    const unsigned left = __shfl_up_sync(~0u, v, d);
    if ((int)threadIdx.x >= d) v += left;
  }
  y[i] = v;
}
