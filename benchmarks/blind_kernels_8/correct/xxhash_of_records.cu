// The 32-bit xxHash of 64 records of 20 bytes: one round of four lanes and a last word.
__device__ __forceinline__ unsigned rotate(unsigned x, int n) { return __funnelshift_l(x, x, n); }
__global__ void hash(unsigned* y, const unsigned* x, unsigned seed) {
  const unsigned p1 = 2654435761u, p2 = 2246822519u, p3 = 3266489917u, p4 = 668265263u;
  const unsigned* w = x + (blockIdx.x * 32 + threadIdx.x) * 5;
  const unsigned start[4] = {seed + p1 + p2, seed + p2, seed, seed - p1};
  const int turn[4] = {1, 7, 12, 18};
  unsigned h = 20;
#pragma unroll
  for (int k = 0; k < 4; k++) h += rotate(rotate(start[k] + w[k] * p2, 13) * p1, turn[k]);
  h = rotate(h + w[4] * p3, 17) * p4;
  h = (h ^ h >> 15) * p2;
  h = (h ^ h >> 13) * p3;
  y[blockIdx.x * 32 + threadIdx.x] = h ^ h >> 16;
}
