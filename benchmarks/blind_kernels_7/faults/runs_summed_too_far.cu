// Sums of runs of equal keys within warps: the first lane of a run gets the sum, by shuffles over growing distances.
// Fault: a value is added if the lane at the distance is within the warp, not if it has the same key (wrong value).
extern "C" __global__ void sums(int* y, const int* key, const int* x) {
  int i = blockIdx.x * 64 + threadIdx.x, lane = i % 32, k = key[i], s = x[i];
  for (int d = 1; d < 32; d *= 2) {
    int v = __shfl_down_sync(~0u, s, d), other = __shfl_down_sync(~0u, k, d);
#ifdef FAULT
    if (lane + d < 32) s += v;
#else
    if (lane + d < 32 && other == k) s += v;
#endif
  }
  int before = __shfl_up_sync(~0u, k, 1);
  y[i] = lane == 0 || before != k ? s : 0;
}
