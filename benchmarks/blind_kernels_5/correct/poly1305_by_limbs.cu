// Poly1305 tags of 32 messages of 32 bytes: numbers of 130 bits in five limbs of 26 bits.
typedef unsigned long long u64;
__device__ void split(unsigned* limbs, const unsigned* w) {
  limbs[0] = w[0] & 0x3ffffff;
  limbs[1] = (w[0] >> 26 | w[1] << 6) & 0x3ffffff;
  limbs[2] = (w[1] >> 20 | w[2] << 12) & 0x3ffffff;
  limbs[3] = (w[2] >> 14 | w[3] << 18) & 0x3ffffff;
  limbs[4] = w[3] >> 8;
}
extern "C" __global__ void tag(unsigned* y, const unsigned* message, const unsigned* key) {
  int row = threadIdx.x * 8;
  unsigned h[5] = {0, 0, 0, 0, 0}, r[5], m[5];
  unsigned clamped[4] = {key[row] & 0x0fffffff, key[row + 1] & 0x0ffffffc, key[row + 2] & 0x0ffffffc, key[row + 3] & 0x0ffffffc};
  split(r, clamped);
  for (int block = 0; block < 2; ++block) {
    split(m, message + row + 4 * block);
    m[4] |= 1 << 24;
    u64 d[5];
    for (int i = 0; i < 5; ++i) {
      d[i] = 0;
      for (int j = 0; j < 5; ++j) {
        u64 factor = i >= j ? r[i - j] : 5 * r[i - j + 5];
        d[i] += (u64)(h[j] + m[j]) * factor;
      }
    }
    u64 carry = 0;
    for (int i = 0; i < 5; ++i) {
      d[i] += carry;
      h[i] = d[i] & 0x3ffffff;
      carry = d[i] >> 26;
    }
    carry = h[0] + 5 * carry;
    h[0] = carry & 0x3ffffff;
    h[1] += carry >> 26;
  }
  // Two full rounds of carries, then minus 2^130 - 5 if that does not go below zero
  for (int i = 1; i < 11; ++i) {
    unsigned over = h[i % 5] >> 26;
    h[i % 5] &= 0x3ffffff;
    h[(i + 1) % 5] += i % 5 == 4 ? 5 * over : over;
  }
  unsigned g[5], carry = 5;
  for (int i = 0; i < 5; ++i) {
    g[i] = h[i] + carry;
    carry = g[i] >> 26;
    g[i] &= 0x3ffffff;
  }
  for (int i = 0; i < 5; ++i) h[i] = carry ? g[i] : h[i];
  unsigned words[4] = {h[0] | h[1] << 26, h[1] >> 6 | h[2] << 20, h[2] >> 12 | h[3] << 14, h[3] >> 18 | h[4] << 8};
  u64 sum = 0;
  for (int i = 0; i < 4; ++i) {
    sum = (sum >> 32) + words[i] + key[row + 4 + i];
    y[threadIdx.x * 4 + i] = (unsigned)sum;
  }
}
