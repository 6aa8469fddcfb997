// Multigrid restriction of 64 points to 32 with the weights 1/4, 1/2, 1/4; beyond the last point the value is 0.
// Fault: the right neighbour of the last coarse point is read without a check (out of bounds).
extern "C" __global__ void restriction(float* coarse, const float* fine) {
  int i = threadIdx.x;
  if (i >= 32) return;
#ifdef FAULT
  float right = fine[2 * i + 2];
#else
  float right = 2 * i + 2 < 64 ? fine[2 * i + 2] : 0;
#endif
  coarse[i] = 0.25f * fine[2 * i] + 0.5f * fine[2 * i + 1] + 0.25f * right;
}
