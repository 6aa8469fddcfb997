// Rounds quarters to integers, halves to the even one.
// Fault: one half is added before rounding down, so that halves behind an even number go up (wrong value for some inputs).
__global__ void round_even(int* y, const float* x) {
  const int i = blockIdx.x * 64 + threadIdx.x;
#ifdef FAULT
  y[i] = (int)floorf(x[i] + 0.5f);
#else
  y[i] = __float2int_rn(x[i]);
#endif
}
