// A Bloom filter of 4096 bits per block in shared memory, three bits for each of 64 keys.
// Fault: each thread clears one word, but the filter has two words per thread (uninitialized read).
extern "C" __global__ void filter(unsigned* bits, const unsigned* key) {
  __shared__ unsigned word[128];
  int t = threadIdx.x;
  word[t] = 0;
#ifndef FAULT
  word[t + 64] = 0;
#endif
  __syncthreads();
  unsigned h = key[blockIdx.x * 64 + t];
  for (int i = 0; i < 3; ++i) {
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    atomicOr(&word[h >> 25], 1u << (h >> 20 & 31));
  }
  __syncthreads();
  bits[blockIdx.x * 128 + t] = word[t];
  bits[blockIdx.x * 128 + t + 64] = word[t + 64];
}
