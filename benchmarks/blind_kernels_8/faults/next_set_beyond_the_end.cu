// For each of 128 places, the distance to the next nonzero value at or behind it, or -1 if there is none.
// Fault: the search does not stop at the array's end, although values near the end are zero (out of bounds).
__global__ void distance(int* y, const int* x, int n) {
  const int t = threadIdx.x;
  int i = t;
#ifdef FAULT
  while (x[i] == 0) i++;
#else
  while (i < n && x[i] == 0) i++;
#endif
  y[t] = i < n ? i - t : -1;
}
