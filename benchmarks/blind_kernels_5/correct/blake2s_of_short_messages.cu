// BLAKE2s of 32 messages of 40 bytes; the permutations of the message words are in constant memory.
__constant__ unsigned char sigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
__constant__ unsigned iv[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
__device__ unsigned rotate(unsigned v, int n) { return __funnelshift_r(v, v, n); }
__device__ void mix(unsigned* v, int a, int b, int c, int d, unsigned x, unsigned y) {
  v[a] += v[b] + x;
  v[d] = rotate(v[d] ^ v[a], 16);
  v[c] += v[d];
  v[b] = rotate(v[b] ^ v[c], 12);
  v[a] += v[b] + y;
  v[d] = rotate(v[d] ^ v[a], 8);
  v[c] += v[d];
  v[b] = rotate(v[b] ^ v[c], 7);
}
extern "C" __global__ void hash(unsigned* y, const unsigned* message) {
  unsigned m[16], v[16], h[8];
  for (int i = 0; i < 16; ++i) m[i] = i < 10 ? message[threadIdx.x * 10 + i] : 0;
  for (int i = 0; i < 8; ++i) h[i] = v[i] = v[i + 8] = iv[i];
  h[0] = v[0] ^= 0x01010020;
  v[12] ^= 40;
  v[14] = ~v[14];
  for (int r = 0; r < 10; ++r) {
    const unsigned char* s = sigma[r];
    for (int i = 0; i < 4; ++i) mix(v, i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
    for (int i = 0; i < 4; ++i) mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
  }
  for (int i = 0; i < 8; ++i) y[threadIdx.x * 8 + i] = h[i] ^ v[i] ^ v[i + 8];
}
