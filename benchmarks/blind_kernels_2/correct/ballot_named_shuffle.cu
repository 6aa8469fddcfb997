// Lanes with positive values pass values on among themselves; the mask is a ballot taken before the branch.
extern "C" __global__ void chain(int* y, const int* x) {
  int t = threadIdx.x, lane = t % 32, v = x[t], out = -100;
  unsigned mask = __ballot_sync(~0u, v > 0);
  if (v > 0) {
    unsigned below = mask & ((1u << lane) - 1);
    int from = below ? 31 - __clz(below) : lane;
    int u = __shfl_sync(mask, v, from);
    __syncwarp(mask);
    out = below ? u : 0;
  }
  y[t] = out;
}
