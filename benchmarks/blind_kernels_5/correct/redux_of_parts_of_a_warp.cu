// Warp reductions by one instruction among the first twenty and the last twelve lanes apart: sum and maximum, minimum and parity bits.
extern "C" __global__ void reduce(unsigned* y, const unsigned* x) {
  int i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x % 32;
  unsigned v = x[i], r;
  if (lane < 20) {
    const unsigned mask = 0xfffff;
    r = __reduce_add_sync(mask, v) + __reduce_max_sync(mask, v);
    r ^= (unsigned)__reduce_min_sync(mask, (int)v);
  } else {
    const unsigned mask = ~0xfffffu;
    r = __reduce_xor_sync(mask, v) + (__reduce_and_sync(mask, v | 255) ^ __reduce_or_sync(mask, v & 0xffff));
  }
  y[i] = r;
}
