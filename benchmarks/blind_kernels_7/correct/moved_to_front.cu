// Move-to-front codes of 24 letters out of 16 per thread; the list of letters is packed into one word of 64 bits.
extern "C" __global__ void encode(unsigned char* code, const unsigned char* text) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned long long list = 0xfedcba9876543210ull;
  for (int k = 0; k < 24; ++k) {
    unsigned letter = text[i * 24 + k] & 15;
    int place = 0;
    while ((list >> 4 * place & 15) != letter) ++place;
    code[i * 24 + k] = place;
    unsigned long long below = (1ull << 4 * place) - 1, above = place == 15 ? 0 : ~0ull << 4 * (place + 1);
    list = (list & above) | (list & below) << 4 | letter;
  }
}
