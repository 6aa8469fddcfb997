// Points of a Sobol sequence at any places: direction numbers from a primitive polynomial, chosen by the place's Gray code.
extern "C" __global__ void sobol(unsigned* y, const unsigned* places) {
  __shared__ unsigned directions[32];
  if (threadIdx.x == 0) {
    unsigned m[32] = {1, 3, 7};
    for (int k = 3; k < 32; ++k) m[k] = m[k - 2] << 2 ^ m[k - 3] << 3 ^ m[k - 3];
    for (int k = 0; k < 32; ++k) directions[k] = m[k] << (31 - k);
  }
  __syncthreads();
  unsigned n = places[blockIdx.x * 32 + threadIdx.x], gray = n ^ n >> 1, v = 0;
  for (; gray; gray &= gray - 1) v ^= directions[__ffs(gray) - 1];
  y[blockIdx.x * 32 + threadIdx.x] = v;
}
