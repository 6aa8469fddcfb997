// Transposes 32 x 32 bits per warp by five exchanges between lanes.
extern "C" __global__ void transpose(unsigned* y, const unsigned* x) {
  int i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x & 31;
  unsigned v = x[i] * 2654435761u + i, m = 0x0000ffffu;
  for (int j = 16; j > 0; j >>= 1, m ^= m << j) {
    unsigned o = __shfl_xor_sync(0xffffffffu, v, j);
    v = lane & j ? (o >> j & m) | (v & ~m) : (v & m) | (o & m) << j;
  }
  y[i] = v;
}
