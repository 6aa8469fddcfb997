// Sorts twelve integers per thread in a local array with computed indices; the array lives in local memory.
extern "C" __global__ void sort(int* y, const int* x, int n) {
  int v[12];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    int key = x[t * 12 + i], j = i;
    while (j > 0 && v[j - 1] > key) {
      v[j] = v[j - 1];
      --j;
    }
    v[j] = key;
  }
  for (int i = 0; i < n; ++i) y[t * 12 + i] = v[i];
}
