// Merge sort of 64 integers in shared memory: each thread finds its element's place in the other run, two buffers in turns.
// Fault: the passes are not separated by a barrier, so a pass reads runs that are not merged yet (race on shared).
extern "C" __global__ void sort(int* y, const int* x) {
  __shared__ int s[2][64];
  int t = threadIdx.x, from = 0;
  s[0][t] = x[t];
  __syncthreads();
  for (int run = 1; run < 64; run *= 2) {
    int v = s[from][t];
    int pair = t & -(2 * run), other = t & run ? pair : pair + run;
    int lo = 0, hi = run;
    while (lo < hi) {
      int m = (lo + hi) / 2, w = s[from][other + m];
      if (t & run ? w <= v : w < v) lo = m + 1; else hi = m;
    }
    s[from ^ 1][pair + (t & (run - 1)) + lo] = v;
    from ^= 1;
#ifndef FAULT
    __syncthreads();
#endif
  }
  __syncthreads();
  y[t] = s[from][t];
}
