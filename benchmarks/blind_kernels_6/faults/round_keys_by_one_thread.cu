// Speck 64/128 in electronic codebook mode; the first thread of each block expands the key into shared memory.
// Fault: the other threads encrypt without waiting for the round keys (race on shared).
__device__ __forceinline__ void round_of(unsigned& x, unsigned& y, unsigned k) {
  x = ((x >> 8 | x << 24) + y) ^ k;
  y = (y << 3 | y >> 29) ^ x;
}
extern "C" __global__ void encrypt(uint2* out, const uint2* text, const unsigned* key) {
  __shared__ unsigned keys[27];
  int t = threadIdx.x;
  if (t == 0) {
    unsigned k = key[0], l[3] = {key[1], key[2], key[3]};
#pragma unroll
    for (int i = 0; i < 27; ++i) {
      keys[i] = k;
      round_of(l[i % 3], k, i);
    }
  }
#ifndef FAULT
  __syncthreads();
#endif
  uint2 v = text[blockIdx.x * 64 + t];
  for (int i = 0; i < 27; ++i) round_of(v.y, v.x, keys[i]);
  out[blockIdx.x * 64 + t] = v;
}
