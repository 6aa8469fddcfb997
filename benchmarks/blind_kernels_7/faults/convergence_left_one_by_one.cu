// Cube roots of 64 positive integers rounded down by bisection, in rounds with a barrier, until all have converged.
// Fault: each thread leaves the loop on its own, past the barrier at which the others wait (undefined behaviour).
extern "C" __global__ void roots(int* y, int* rounds, const int* x) {
  __shared__ int active;
  int t = threadIdx.x, v = x[blockIdx.x * 64 + t], lo = 0, hi = v < 1000 ? 10 : 1291, n = 0;
  if (t == 0) active = 0;
  __syncthreads();
  while (true) {
    bool open = hi - lo > 1;
#ifdef FAULT
    if (!open) break;
    __syncthreads();
#else
    if (!__syncthreads_or(open)) break;
#endif
    if (open) {
      int mid = (lo + hi) / 2;
      if ((long long)mid * mid * mid <= v) lo = mid;
      else hi = mid;
      ++n;
    }
  }
  atomicAdd(&active, n);
  __syncthreads();
  y[blockIdx.x * 64 + t] = lo;
  if (t == 0) rounds[blockIdx.x] = active;
}
