// A table of 256 bit reversals computed at compile time by a constexpr function.
struct Table {
  unsigned char v[256];
};
constexpr Table make() {
  Table t = {};
  for (int i = 0; i < 256; ++i)
    for (int b = 0; b < 8; ++b)
      if (i >> b & 1) t.v[i] |= 128 >> b;
  return t;
}
__constant__ Table table = make();
extern "C" __global__ void reverse(unsigned* y, const unsigned char* x) {
  unsigned i = x[threadIdx.x];
  y[threadIdx.x] = table.v[i] << 8 | table.v[255 - i];
}
