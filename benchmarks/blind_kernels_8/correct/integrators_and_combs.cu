// A decimating filter of three integrators, a factor of eight, and three combs, in integers that wrap around; a thread per channel.
__global__ void cic(unsigned* y, const int* x) {
  unsigned s[3] = {}, before[3] = {};
  for (int i = 0; i < 64; i++) {
    s[0] += (unsigned)x[i * 32 + threadIdx.x];
    s[1] += s[0];
    s[2] += s[1];
    if (i % 8 == 7) {
      unsigned v = s[2];
      for (int k = 0; k < 3; k++) {
        const unsigned d = v - before[k];
        before[k] = v;
        v = d;
      }
      y[i / 8 * 32 + threadIdx.x] = v;
    }
  }
}
