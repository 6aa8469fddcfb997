// Decompresses 32 small streams: four literals, then copies from earlier output that may overlap their own result.
extern "C" __global__ void decompress(unsigned char* y, const unsigned char* x) {
  const unsigned char* p = x + threadIdx.x * 8;
  unsigned char* q = y + threadIdx.x * 24;
  int n = 0;
  for (; n < 4; ++n) q[n] = p[n];
  for (int k = 4; n < 24; k = k == 7 ? 4 : k + 1) {
    int dist = p[k] % 4 + 1, len = p[k] / 4 % 8 + 1;
    for (int i = 0; i < len && n < 24; ++i, ++n) q[n] = q[n - dist];
  }
}
