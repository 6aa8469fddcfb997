// The number of bytes that each code point takes in UTF-8, and prefix sums of them over the block by one warp each.
// Fault: U+0800, which needs three bytes, is taken for one of two (wrong value at the boundary only).
extern "C" __global__ void lengths(int* end, const unsigned* point) {
  int i = blockIdx.x * 32 + threadIdx.x, lane = threadIdx.x;
  unsigned p = point[i];
#ifdef FAULT
  int n = p < 0x80 ? 1 : p <= 0x800 ? 2 : p < 0x10000 ? 3 : 4;
#else
  int n = p < 0x80 ? 1 : p < 0x800 ? 2 : p < 0x10000 ? 3 : 4;
#endif
  for (int d = 1; d < 32; d *= 2) {
    int v = __shfl_up_sync(~0u, n, d);
    if (lane >= d) n += v;
  }
  end[i] = n;
}
