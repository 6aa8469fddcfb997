// The Mersenne twister's state of 624 words moves on: three groups of threads' words, each group uses the one before.
extern "C" __global__ void twist(unsigned* s, unsigned* y) {
  __shared__ unsigned mt[624];
  int t = threadIdx.x;
  for (int i = t; i < 624; i += 227) mt[i] = s[i];
  __syncthreads();
  for (int i = t; i < t + 3 * 227; i += 227) {
    unsigned v = 0;
    if (i < 624) {
      v = (mt[i] & 0x80000000) | (mt[(i + 1) % 624] & 0x7fffffff);
      v = mt[(i + 397) % 624] ^ v >> 1 ^ (v & 1 ? 0x9908b0df : 0);
    }
    __syncthreads();
    if (i < 624) mt[i] = v;
    __syncthreads();
  }
  for (int i = t; i < 624; i += 227) {
    unsigned v = s[i] = mt[i];
    v ^= v >> 11;
    v ^= v << 7 & 0x9d2c5680;
    v ^= v << 15 & 0xefc60000;
    y[i] = v ^ v >> 18;
  }
}
