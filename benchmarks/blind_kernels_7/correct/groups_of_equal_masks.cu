// Warps check whether all lanes agree (__match_all_sync), combine bits by redux and find the widest group of equal values.
extern "C" __global__ void agree(int* all, unsigned* bits, int* widest, const int* x) {
  int i = blockIdx.x * 64 + threadIdx.x, w = i / 32, lane = i % 32;
  int v = w % 2 ? x[i] : x[w * 32], same;
  __match_all_sync(~0u, v, &same);
  unsigned a = __reduce_and_sync(~0u, (unsigned)v), o = __reduce_or_sync(~0u, (unsigned)v), e = __reduce_xor_sync(~0u, (unsigned)v);
  int size = __popc(__match_any_sync(~0u, v & 3));
  int most = __reduce_max_sync(~0u, size);
  if (lane == 0) {
    all[w] = same != 0;
    bits[w * 3] = a;
    bits[w * 3 + 1] = o;
    bits[w * 3 + 2] = e;
    widest[w] = most;
  }
}
