// Sorts 256 numbers below 1000 in ten buckets of a hundred: count, offsets, scatter, insertion sort per bucket.
// Fault: the offsets come from an inclusive scan, so buckets begin where they should end (out of bounds on shared).
extern "C" __global__ void bucket_sort(int* y, const int* x) {
  __shared__ int count[10], cursor[10], begin[11];
  __shared__ int sorted[256];
  int t = threadIdx.x;
  if (t < 10) count[t] = 0;
  __syncthreads();
  int v = x[t], bucket = v / 100;
  atomicAdd(&count[bucket], 1);
  __syncthreads();
  if (t == 0) {
    int sum = 0;
    for (int b = 0; b < 10; ++b) {
#ifdef FAULT
      sum += count[b];
      begin[b] = cursor[b] = sum;
#else
      begin[b] = cursor[b] = sum;
      sum += count[b];
#endif
    }
    begin[10] = sum;
  }
  __syncthreads();
  sorted[atomicAdd(&cursor[bucket], 1)] = v;
  __syncthreads();
  if (t < 10) {
    for (int i = begin[t] + 1; i < begin[t + 1]; ++i) {
      int key = sorted[i], j = i;
      for (; j > begin[t] && sorted[j - 1] > key; --j) sorted[j] = sorted[j - 1];
      sorted[j] = key;
    }
  }
  __syncthreads();
  y[t] = sorted[t];
}
