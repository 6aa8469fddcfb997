// rANS: each thread encodes 16 symbols of four kinds backwards into bytes, and decodes them; state and bytes are compared.
__constant__ unsigned frequency[4] = {128, 64, 48, 16}, start[4] = {0, 128, 192, 240};
extern "C" __global__ void code(unsigned* state, unsigned char* size, unsigned char* decoded, const unsigned char* symbol) {
  int i = blockIdx.x * 32 + threadIdx.x, n = 0;
  unsigned char bytes[24];
  unsigned x = 1u << 16;
  for (int k = 15; k >= 0; --k) {
    unsigned s = symbol[i * 16 + k], f = frequency[s];
    while (x >= f << 16) {
      bytes[n++] = x & 255;
      x >>= 8;
    }
    x = (x / f << 8) + x % f + start[s];
  }
  state[i] = x;
  size[i] = n;
  for (int k = 0; k < 16; ++k) {
    unsigned slot = x & 255, s = slot < 128 ? 0 : slot < 192 ? 1 : slot < 240 ? 2 : 3;
    decoded[i * 16 + k] = s;
    x = frequency[s] * (x >> 8) + slot - start[s];
    while (x < 1u << 16) x = x << 8 | bytes[--n];
  }
}
