// Walsh-Hadamard transform of 256 integers per warp: three steps in registers, five by shuffles.
extern "C" __global__ void transform(int* y, const int* x) {
  int lane = threadIdx.x & 31, base = threadIdx.x / 32 * 256;
  int v[8];
#pragma unroll
  for (int j = 0; j < 8; ++j) v[j] = x[base + j * 32 + lane];
#pragma unroll
  for (int h = 1; h < 8; h *= 2)
#pragma unroll
    for (int j = 0; j < 8; ++j)
      if ((j & h) == 0) {
        int a = v[j], b = v[j | h];
        v[j] = a + b;
        v[j | h] = a - b;
      }
#pragma unroll
  for (int h = 1; h < 32; h *= 2)
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      int o = __shfl_xor_sync(0xffffffffu, v[j], h);
      v[j] = lane & h ? o - v[j] : v[j] + o;
    }
#pragma unroll
  for (int j = 0; j < 8; ++j) y[base + j * 32 + lane] = v[j];
}
