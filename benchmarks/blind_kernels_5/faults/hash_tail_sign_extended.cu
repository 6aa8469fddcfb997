// MurmurHash3 (32 bits) of 32 strings of seven bytes: one word and a tail of three bytes.
// Fault: the bytes of the tail are signed, so those above 127 set the bits above them (sign extension).
__device__ unsigned mix(unsigned k) {
  k *= 0xcc9e2d51u;
  k = __funnelshift_l(k, k, 15);
  return k * 0x1b873593u;
}
extern "C" __global__ void hash(unsigned* y, const signed char* text) {
  const signed char* s = text + threadIdx.x * 7;
  unsigned k = 0, h = 42;
  for (int i = 3; i >= 0; --i) k = k << 8 | (unsigned char)s[i];
  h ^= mix(k);
  h = __funnelshift_l(h, h, 13) * 5 + 0xe6546b64u;
  k = 0;
  for (int i = 6; i >= 4; --i) {
#ifdef FAULT
    k = k << 8 ^ s[i];
#else
    k = k << 8 ^ (unsigned char)s[i];
#endif
  }
  h ^= mix(k);
  h ^= 7;
  h = (h ^ h >> 16) * 0x85ebca6bu;
  h = (h ^ h >> 13) * 0xc2b2ae35u;
  y[threadIdx.x] = h ^ h >> 16;
}
