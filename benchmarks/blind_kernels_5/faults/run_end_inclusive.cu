// Expands ten runs of values to 128 elements; each thread searches its element's run among the ends; some runs are empty.
// Fault: the search looks for an end that is not before the element instead of behind it (off by one at every boundary).
extern "C" __global__ void expand(int* y, const int* value, const int* length) {
  __shared__ int ends[10];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t < 10) {
    int end = 0;
    for (int r = 0; r <= t; ++r) end += length[r];
    ends[t] = end;
  }
  __syncthreads();
  int low = 0, high = 9;
  while (low < high) {
    int middle = (low + high) / 2;
#ifdef FAULT
    bool behind = ends[middle] >= i;
#else
    bool behind = ends[middle] > i;
#endif
    if (behind) high = middle;
    else low = middle + 1;
  }
  y[i] = value[low];
}
