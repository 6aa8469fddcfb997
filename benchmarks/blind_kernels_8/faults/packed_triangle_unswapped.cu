// Looks up the distances of 96 pairs of 20 points in a table that stores the lower triangle only, row after row.
// Fault: the pair is not put in order first, so that a pair with the larger point second finds another entry (wrong value).
__global__ void lookup(int* y, const int* a, const int* b, const int* table) {
  const int t = threadIdx.x;
#ifdef FAULT
  const int i = a[t], j = b[t];
#else
  const int i = max(a[t], b[t]), j = min(a[t], b[t]);
#endif
  y[t] = table[i * (i + 1) / 2 + j];
}
