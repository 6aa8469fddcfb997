// Sums of absolute byte differences between a block and 64 shifted windows, by sad and vabsdiff4.
extern "C" __global__ void search(unsigned* y, const unsigned* a, const unsigned* b) {
  int t = threadIdx.x;
  unsigned s = 0;
  for (int k = 0; k < 8; ++k) {
    unsigned u = a[k], v = b[t + k];
    if (k & 1) asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %0;" : "+r"(s) : "r"(u), "r"(v));
    else
      for (int i = 0; i < 32; i += 8) asm("sad.u32 %0, %1, %2, %0;" : "+r"(s) : "r"(u >> i & 255), "r"(v >> i & 255));
  }
  y[t] = s;
}
