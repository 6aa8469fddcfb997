// Square and cube roots, rounded down, of numbers of 64 bits, digit by digit in integers.
__global__ void roots(unsigned* square, unsigned* cube, const unsigned long long* x) {
  const int t = blockIdx.x * 64 + threadIdx.x;
  const unsigned long long v = x[t];
  unsigned long long rest = v, root = 0;
  for (unsigned long long bit = 1ull << 62; bit; bit >>= 2) {
    const bool fits = rest >= root + bit;
    if (fits) rest -= root + bit;
    root = (root >> 1) + (fits ? bit : 0);
  }
  square[t] = (unsigned)root;
  unsigned long long c = 0, left = v;
  for (int s = 63; s >= 0; s -= 3) {
    c <<= 1;
    const unsigned long long step = 3 * c * (c + 1) + 1;
    if (left >> s >= step) {
      left -= step << s;
      c++;
    }
  }
  cube[t] = (unsigned)c;
}
