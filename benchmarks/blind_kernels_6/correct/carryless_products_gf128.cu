// Multiplies 128 elements of GF(2^128) by a fixed element, bit by bit, with the polynomial x^128 + x^7 + x^2 + x + 1.
extern "C" __global__ void multiply(ulonglong2* z, const ulonglong2* x, const ulonglong2* h) {
  int i = blockIdx.x * 64 + threadIdx.x;
  ulonglong2 v = *h, a = x[i], r = make_ulonglong2(0, 0);
  for (int bit = 0; bit < 128; ++bit) {
    unsigned long long take = -((bit < 64 ? a.x >> bit : a.y >> (bit - 64)) & 1);
    r.x ^= v.x & take;
    r.y ^= v.y & take;
    unsigned long long out = v.y >> 63;
    v.y = v.y << 1 | v.x >> 63;
    v.x = v.x << 1 ^ (0x87 & -out);
  }
  z[i] = r;
}
