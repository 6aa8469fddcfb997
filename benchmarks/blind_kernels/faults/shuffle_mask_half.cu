// Per warp, the sum of the lower 16 lanes' values and the largest of the upper 16 lanes', in two branches.
// Fault: the upper half's shuffles name the lower half in their mask, lanes that are in the other branch.
#ifdef FAULT
#define UPPER 0x0000ffffu
#else
#define UPPER 0xffff0000u
#endif
extern "C" __global__ void halves(float* y, const float* x) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float v = x[i];
  if (i % 32 < 16) {
    for (int o = 8; o > 0; o >>= 1) v += __shfl_xor_sync(0x0000ffffu, v, o);
    if (i % 32 == 0) y[i / 32 * 2] = v;
  } else {
    for (int o = 8; o > 0; o >>= 1) v = fmaxf(v, __shfl_xor_sync(UPPER, v, o));
    if (i % 32 == 16) y[i / 32 * 2 + 1] = v;
  }
}
