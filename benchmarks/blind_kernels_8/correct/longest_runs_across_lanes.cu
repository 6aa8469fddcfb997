// The longest run of ones in 1024 bits per warp: words' prefixes, suffixes and best runs are combined by a tree of shuffles.
struct Run {
  int length, prefix, suffix, best;
};
__device__ Run join(const Run& a, const Run& b) {
  return {a.length + b.length, a.prefix == a.length ? a.length + b.prefix : a.prefix,
          b.suffix == b.length ? b.length + a.suffix : b.suffix, max(max(a.best, b.best), a.suffix + b.prefix)};
}
__global__ void runs(int* y, const unsigned* x) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  const unsigned w = x[i] | x[i + 64] | x[i + 128];
  Run r = {32, w == ~0u ? 32 : __ffs((int)~w) - 1, __clz((int)~w), 0};
  for (unsigned v = w; v; v &= v << 1) r.best++;
  for (int d = 1; d < 32; d *= 2) {
    Run right;
    right.length = __shfl_down_sync(~0u, r.length, d);
    right.prefix = __shfl_down_sync(~0u, r.prefix, d);
    right.suffix = __shfl_down_sync(~0u, r.suffix, d);
    right.best = __shfl_down_sync(~0u, r.best, d);
    if (threadIdx.x % (2 * d) == 0) r = join(r, right);
  }
  if (threadIdx.x == 0) y[blockIdx.x] = r.best;
}
