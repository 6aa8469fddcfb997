// Each thread counts 1100 values below four in four bytes of one register, and empties them every 255 values.
// Fault: the bytes are only emptied at the end, and overflow into their neighbours (overflow).
#ifdef FAULT
#define CHUNK 1100
#else
#define CHUNK 255
#endif
extern "C" __global__ void count(int* y, const unsigned char* x) {
  int t = threadIdx.x, bins[4] = {0, 0, 0, 0};
  for (int begin = 0; begin < 1100; begin += CHUNK) {
    unsigned packed = 0;
    for (int i = begin; i < min(begin + CHUNK, 1100); ++i) packed += 1u << 8 * x[i * 64 + t];
    for (int b = 0; b < 4; ++b) bins[b] += packed >> 8 * b & 255;
  }
  for (int b = 0; b < 4; ++b) y[t * 4 + b] = bins[b];
}
