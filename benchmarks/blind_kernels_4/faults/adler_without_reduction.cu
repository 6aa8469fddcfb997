// Adler-32 checksums of 16 messages of 8192 bytes; the remainders are taken every 4096 bytes.
// Fault: the remainders are only taken at the end, and the second sum exceeds 32 bits by then (overflow).
#ifdef FAULT
#define CHUNK 8192
#else
#define CHUNK 4096
#endif
extern "C" __global__ void adler(unsigned* y, const unsigned char* data) {
  unsigned a = 1, b = 0;
  const unsigned char* p = data + threadIdx.x * 8192;
  for (int begin = 0; begin < 8192; begin += CHUNK) {
    for (int i = 0; i < CHUNK; ++i) {
      a += p[begin + i];
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  y[threadIdx.x] = b << 16 | a;
}
