// A warp keeps the positive ones of 256 values, in order, up to the output's capacity of 48; their number is stored too.
// Fault: the capacity is not checked, so values are stored behind the output (out of bounds on global).
extern "C" __global__ void filter(int* y, int* n, const int* x) {
  int lane = threadIdx.x, kept = 0;
  for (int k = 0; k < 256; k += 32) {
    int v = x[k + lane];
    unsigned m = __ballot_sync(~0u, v > 0);
    int place = kept + __popc(m & ((1u << lane) - 1));
#ifdef FAULT
    if (v > 0) y[place] = v;
#else
    if (v > 0 && place < 48) y[place] = v;
#endif
    kept += __popc(m);
  }
  if (lane == 0) *n = kept;
}
