// A chain of 128 beads on a ring relaxes by one step; new positions go to a second array.
// Fault: the new positions go to the array that neighbours still read (race on global).
extern "C" __global__ void relax(float* moved, const float* x) {
  int i = blockIdx.x * 64 + threadIdx.x, left = (i + 127) % 128, right = (i + 1) % 128;
#ifdef FAULT
  moved[i] = x[i] + 0.25f * (moved[left] - 2 * x[i] + moved[right]);
#else
  moved[i] = x[i] + 0.25f * (x[left] - 2 * x[i] + x[right]);
#endif
}
