// If any of 100 values exceeds 90, all are halved; then each thread takes its neighbour's value from shared memory.
// Fault: __syncthreads_or stands behind && and is not reached by the threads behind the end (barrier in divergent code).
extern "C" __global__ void limit(int* y, const int* x) {
  __shared__ int s[128];
  int t = threadIdx.x, n = 100;
  int v = t < n ? x[t] : 0;
#ifdef FAULT
  bool any = t < n && __syncthreads_or(v > 90);
#else
  bool any = __syncthreads_or(t < n && v > 90);
#endif
  s[t] = any ? v >> 1 : v;
  __syncthreads();
  if (t < n) y[t] = s[(t + 1) % n];
}
