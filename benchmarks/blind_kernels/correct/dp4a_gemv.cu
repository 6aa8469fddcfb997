// An int8 and a uint8 matrix of 32 x 64 times a vector by dp4a, eight lanes per row.
extern "C" __global__ void gemv(int* y, unsigned* z, const int* a, const unsigned* b, const int* x, const unsigned* w) {
  int t = threadIdx.x, row = blockIdx.x * 16 + t / 8, part = t % 8;
  int s = 0;
  unsigned u = 0;
  for (int j = part; j < 16; j += 8) {
    s = __dp4a(a[row * 16 + j], x[j], s);
    u = __dp4a(b[row * 16 + j] | 0x80808080u, w[j], u);  // above 127, where signs would show
  }
  for (int o = 4; o > 0; o >>= 1) {
    s += __shfl_xor_sync(0xffffffffu, s, o, 8);
    u += __shfl_xor_sync(0xffffffffu, u, o, 8);
  }
  if (part == 0) {
    y[row] = s;
    z[row] = u;
  }
}
