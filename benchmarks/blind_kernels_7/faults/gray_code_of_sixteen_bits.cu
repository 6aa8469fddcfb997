// Numbers to Gray codes and back, for 32 bits.
// Fault: the way back lacks the step over 16 bits (wrong value for numbers above 65535).
extern "C" __global__ void gray(unsigned* code, unsigned* again, const unsigned* x) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned g = x[i] ^ x[i] >> 1, v = g;
  for (int d = 1; d <=
#ifdef FAULT
                  8
#else
                  16
#endif
       ; d *= 2)
    v ^= v >> d;
  code[i] = g;
  again[i] = v;
}
