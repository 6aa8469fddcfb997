// Divides 32-bit numbers by seven with a multiplication; the magic number has 33 bits, so the dividend is added to the high product.
// Fault: the sum of high product and dividend is taken in 32 bits and loses its carry (overflow).
extern "C" __global__ void divide_by_seven(unsigned* quotient, unsigned* remainder, const unsigned* x) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned n = x[i], high = __umulhi(n, 0x24924925u);
#ifdef FAULT
  unsigned q = (high + n) >> 3;
#else
  unsigned q = (((n - high) >> 1) + high) >> 2;
#endif
  quotient[i] = q;
  remainder[i] = n - 7 * q;
}
