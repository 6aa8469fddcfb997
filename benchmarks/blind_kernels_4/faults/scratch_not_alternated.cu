// Subtracts from each of six rows its maximum; two scratch rows in turns need only one barrier per row.
// Fault: the same scratch row is used every time, so a fast warp overwrites maxima that a slow one still reads (race on shared).
extern "C" __global__ void subtract_max(int* y, const int* x) {
  __shared__ int scratch[2][4];
  int t = threadIdx.x, warp = t / 32;
  for (int row = 0; row < 6; ++row) {
    int v = x[row * 128 + t];
    int m = __reduce_max_sync(0xffffffff, v);
#ifdef FAULT
    int* s = scratch[0];
#else
    int* s = scratch[row & 1];
#endif
    if (t % 32 == 0) s[warp] = m;
    __syncthreads();
    y[row * 128 + t] = v - max(max(s[0], s[1]), max(s[2], s[3]));
  }
}
