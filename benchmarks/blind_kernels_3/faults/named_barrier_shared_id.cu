// Two groups of 64 threads reverse their own halves of a buffer, three times, each with a named barrier.
// Fault: both groups use barrier 1, so a warp of one group may complete the barrier of the other (wrong barrier, race on shared).
extern "C" __global__ void reverse(float* y, const float* x) {
  __shared__ float s[2][64];
  int g = threadIdx.x / 64, t = threadIdx.x % 64;
#ifdef FAULT
  int id = 1;
#else
  int id = 1 + g;
#endif
  for (int k = 0; k < 3; ++k) {
    s[g][t] = x[k * 128 + g * 64 + t];
    asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");
    y[k * 128 + g * 64 + t] = s[g][63 - t];
    asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");
  }
}
