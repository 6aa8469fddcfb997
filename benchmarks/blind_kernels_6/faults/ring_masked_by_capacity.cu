// Sums over the last 8 of 40 values of 64 series, kept in rings of 8 values in shared memory.
// Fault: the place is masked by the capacity instead of the capacity minus one (out of bounds in shared memory).
#ifdef FAULT
#define MASK 8
#else
#define MASK 7
#endif
extern "C" __global__ void moving_sum(int* y, const int* x) {
  __shared__ int ring[8][64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 8; ++i) ring[i][t] = 0;
  for (int i = 0; i < 40; ++i) {
    int v = x[i * 64 + t];
    sum += v - ring[i & MASK][t];
    ring[i & MASK][t] = v;
    y[i * 64 + t] = sum;
  }
}
