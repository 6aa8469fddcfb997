// Maxima of segments of a vector, a warp per segment; an empty segment's maximum is -1.
// Fault: warps of empty segments return before they write (result not written).
extern "C" __global__ void maxima(int* y, const int* start, const int* x) {
  int s = blockIdx.x * 2 + threadIdx.x / 32, lane = threadIdx.x % 32, begin = start[s], end = start[s + 1];
#ifdef FAULT
  if (begin == end) return;
#endif
  int m = -1;
  for (int k = begin + lane; k < end; k += 32) m = max(m, x[k]);
  m = __reduce_max_sync(~0u, m);
  if (lane == 0) y[s] = m;
}
