// Exclusive offsets of 256 counts: scans within warps, the first warp scans the totals of the eight warps.
// Fault: no barrier between the scan of the totals by the first warp and their use by the others (data race).
extern "C" __global__ void offsets(int* y, const int* count) {
  __shared__ int total[8];
  int t = threadIdx.x, lane = t % 32, w = t / 32, i = blockIdx.x * 256 + t, n = count[i], scan = n;
  for (int d = 1; d < 32; d *= 2) {
    int v = __shfl_up_sync(~0u, scan, d);
    if (lane >= d) scan += v;
  }
  if (lane == 31) total[w] = scan;
  __syncthreads();
  if (w == 0) {
    int v = lane < 8 ? total[lane] : 0, own = v;
    for (int d = 1; d < 8; d *= 2) {
      int u = __shfl_up_sync(~0u, v, d);
      if (lane >= d) v += u;
    }
    if (lane < 8) total[lane] = v - own;
  }
#ifndef FAULT
  __syncthreads();
#endif
  y[i] = total[w] + scan - n;
}
