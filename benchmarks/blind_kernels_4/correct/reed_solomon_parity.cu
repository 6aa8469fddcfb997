// Reed-Solomon parity of four bytes for 32 messages of sixteen, by division in GF(256) with tables of logarithms in shared memory.
extern "C" __global__ void parity(unsigned char* y, const unsigned char* x) {
  __shared__ unsigned char power[255], logarithm[256];
  int t = threadIdx.x;
  if (t == 0) {
    int v = 1;
    logarithm[0] = 0;
    for (int k = 0; k < 255; ++k) {
      power[k] = v;
      logarithm[v] = k;
      v <<= 1;
      if (v & 256) v ^= 0x11d;
    }
  }
  __syncthreads();
  auto multiply = [&](int a, int b) -> int { return a && b ? power[(logarithm[a] + logarithm[b]) % 255] : 0; };
  int generator[5] = {1, 0, 0, 0, 0};
  for (int k = 0; k < 4; ++k)
    for (int i = k + 1; i > 0; --i) generator[i] ^= multiply(generator[i - 1], power[k]);
  int rest[4] = {0, 0, 0, 0};
  for (int i = 0; i < 16; ++i) {
    int factor = x[t * 16 + i] ^ rest[0];
    for (int k = 0; k < 4; ++k) rest[k] = (k < 3 ? rest[k + 1] : 0) ^ multiply(factor, generator[k + 1]);
  }
  for (int k = 0; k < 4; ++k) y[t * 4 + k] = rest[k];
}
