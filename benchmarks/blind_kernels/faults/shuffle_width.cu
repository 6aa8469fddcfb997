// Subtracts from each row of 32 values its mean; a row is a warp.
// Fault: the butterfly has width 16, so the exchange over 16 lanes returns the lane's own value (wrong mean).
#ifdef FAULT
#define WIDTH 16
#else
#define WIDTH 32
#endif
extern "C" __global__ void centre(float* y, const float* x) {
  int i = blockIdx.x * 128 + threadIdx.x;
  float v = x[i], s = v;
  for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o, WIDTH);
  y[i] = v - s / 32;
}
