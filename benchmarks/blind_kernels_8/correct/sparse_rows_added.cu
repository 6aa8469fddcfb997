// The sum of two sparse matrices in row form: a launch counts the merged entries of each row and scans the counts, another one merges.
__device__ int merge(const int* ac, const int* av, int an, const int* bc, const int* bv, int bn, int* c, int* v) {
  int i = 0, j = 0, n = 0;
  while (i < an || j < bn) {
    const int x = i < an ? ac[i] : 2147483647, y = j < bn ? bc[j] : 2147483647;
    if (c) {
      c[n] = min(x, y);
      v[n] = (x <= y ? av[i] : 0) + (y <= x ? bv[j] : 0);
    }
    i += x <= y;
    j += y <= x;
    n++;
  }
  return n;
}
__global__ void count(int* start, const int* as, const int* ac, const int* bs, const int* bc) {
  const int r = threadIdx.x;
  int n = merge(ac + as[r], nullptr, as[r + 1] - as[r], bc + bs[r], nullptr, bs[r + 1] - bs[r], nullptr, nullptr);
  for (int d = 1; d < 32; d *= 2) {
    const int left = __shfl_up_sync(~0u, n, d);
    if (r >= d) n += left;
  }
  start[r + 1] = n;
  if (r == 0) start[0] = 0;
}
__global__ void fill(const int* start, int* c, int* v, const int* as, const int* ac, const int* av, const int* bs, const int* bc,
                     const int* bv) {
  const int r = threadIdx.x;
  merge(ac + as[r], av + as[r], as[r + 1] - as[r], bc + bs[r], bv + bs[r], bs[r + 1] - bs[r], c + start[r], v + start[r]);
}
