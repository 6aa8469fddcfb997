// Stores 32 words into a sequence of halfwords that begins at index 1.
// Fault: a word is stored as a word at an address that is a multiple of two only (misaligned).
extern "C" __global__ void place(unsigned short* y, const unsigned* x) {
  int t = threadIdx.x;
  if (t >= 32) return;
#ifdef FAULT
  *(unsigned*)(y + 1 + 2 * t) = x[t];
#else
  y[1 + 2 * t] = (unsigned short)x[t];
  y[2 + 2 * t] = (unsigned short)(x[t] >> 16);
#endif
}
