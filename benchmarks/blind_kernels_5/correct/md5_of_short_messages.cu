// MD5 of 32 messages of 32 bytes, a thread per message; the table of sines is an argument.
__constant__ int shifts[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
extern "C" __global__ void md5(uint4* y, const unsigned* message, const unsigned* k) {
  unsigned m[16];
  for (int i = 0; i < 16; ++i) m[i] = i < 8 ? message[threadIdx.x * 8 + i] : 0;
  m[8] = 0x80;
  m[14] = 256;
  unsigned a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  for (int i = 0; i < 64; ++i) {
    unsigned f, g;
    switch (i / 16) {
      case 0: f = (b & c) | (~b & d), g = i; break;
      case 1: f = (d & b) | (~d & c), g = 5 * i + 1; break;
      case 2: f = b ^ c ^ d, g = 3 * i + 5; break;
      default: f = c ^ (b | ~d), g = 7 * i; break;
    }
    f += a + k[i] + m[g % 16];
    a = d;
    d = c;
    c = b;
    int shift = shifts[i / 16 * 4 + i % 4];
    b += __funnelshift_l(f, f, shift);
  }
  y[threadIdx.x] = make_uint4(a + 0x67452301, b + 0xefcdab89, c + 0x98badcfe, d + 0x10325476);
}
