// Bitwise AND of 20 words per row by a warp.
// Fault: lanes without a word contribute 0 instead of all ones (wrong identity).
extern "C" __global__ void all_bits(unsigned* y, const unsigned* x) {
  int lane = threadIdx.x;
  for (int r = 0; r < 3; ++r) {
#ifdef FAULT
    unsigned v = lane < 20 ? x[r * 20 + lane] : 0u;
#else
    unsigned v = lane < 20 ? x[r * 20 + lane] : ~0u;
#endif
    for (int d = 16; d; d /= 2) v &= __shfl_xor_sync(~0u, v, d);
    if (lane == 0) y[r] = v;
  }
}
