// Philox 4 x 32-10 random numbers, keyed by the input.
extern "C" __global__ void philox(uint4* y, const uint2* key) {
  int i = blockIdx.x * 64 + threadIdx.x;
  uint4 c = make_uint4(i, 0x12345678u, 0x9abcdef0u, ~i);
  uint2 k = key[i];
#pragma unroll 2
  for (int round = 0; round < 10; ++round) {
    unsigned lo0 = 0xd2511f53u * c.x, hi0 = __umulhi(0xd2511f53u, c.x);
    unsigned lo1 = 0xcd9e8d57u * c.z, hi1 = __umulhi(0xcd9e8d57u, c.z);
    c = make_uint4(hi1 ^ c.y ^ k.x, lo1, hi0 ^ c.w ^ k.y, lo0);
    k.x += 0x9e3779b9u;
    k.y += 0xbb67ae85u;
  }
  y[i] = c;
}
