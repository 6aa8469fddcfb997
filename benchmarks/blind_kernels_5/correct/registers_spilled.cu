// Three rounds of a mixing of 32 words per thread, compiled for at most 24 registers, so that most words live in local memory.
extern "C" __global__ void mix(int* y, const int* x) {
  int row = blockIdx.x * 32 + threadIdx.x;
  unsigned v[32];
#pragma unroll
  for (int k = 0; k < 32; ++k) v[k] = x[row * 32 + k];
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
#pragma unroll
    for (int k = 0; k < 32; ++k)
      if ((k & d) == 0) {
        unsigned a = v[k], b = v[k + d];
        v[k] = a + 3 * b;
        v[k + d] = a ^ b;
      }
  }
#pragma unroll
  for (int k = 0; k < 32; ++k) y[row * 32 + k] = v[31 - k];
}
