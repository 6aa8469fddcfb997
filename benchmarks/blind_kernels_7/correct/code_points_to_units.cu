// Code points of all lengths are encoded as UTF-8, at offsets from a scan over the block, and as pairs of UTF-16 units.
extern "C" __global__ void encode(unsigned char* bytes, int* total, unsigned* units, const unsigned* point) {
  __shared__ int sums[4];
  int t = threadIdx.x, lane = t % 32, w = t / 32;
  unsigned p = point[t];
  int n = p < 0x80 ? 1 : p < 0x800 ? 2 : p < 0x10000 ? 3 : 4, scan = n;
  for (int d = 1; d < 32; d *= 2) {
    int v = __shfl_up_sync(~0u, scan, d);
    if (lane >= d) scan += v;
  }
  if (lane == 31) sums[w] = scan;
  __syncthreads();
  int at = scan - n;
  for (int k = 0; k < w; ++k) at += sums[k];
  if (n == 1) {
    bytes[at] = p;
  } else {
    bytes[at] = (n == 2 ? 0xc0 : n == 3 ? 0xe0 : 0xf0) | p >> 6 * (n - 1);
    for (int k = 1; k < n; ++k) bytes[at + k] = 0x80 | (p >> 6 * (n - 1 - k) & 63);
  }
  if (t == 127) total[0] = at + n;
  units[t] = p < 0x10000 ? p : (0xd800 | (p - 0x10000) >> 10) | (0xdc00 | ((p - 0x10000) & 1023)) << 16;
}
