// Decodes numbers of seven bits per byte from 32 bytes; bytes without the top bit end a number.
extern "C" __global__ void decode(unsigned* y, int* n, const unsigned char* x) {
  int lane = threadIdx.x;
  unsigned byte = x[lane];
  unsigned ends = __ballot_sync(~0u, byte < 128), before = ends & ((1u << lane) - 1);
  if (lane == 0) *n = __popc(ends);
  if (byte < 128) {
    int first = 32 - __clz(before);
    unsigned v = 0;
    for (int i = first, shift = 0; i <= lane && shift < 32; ++i, shift += 7) v |= (x[i] & 127u) << shift;
    y[__popc(before)] = v;
  }
}
