// Each thread sorts sixteen integers by a quicksort that really calls itself, on the smaller part.
__device__ __noinline__ void sort(int* a, int n) {
  while (n > 1) {
    int pivot = a[(n - 1) / 2], i = 0, j = n - 1;
    for (;;) {
      while (a[i] < pivot) ++i;
      while (a[j] > pivot) --j;
      if (i >= j) break;
      int v = a[i];
      a[i++] = a[j];
      a[j--] = v;
    }
    int left = j + 1;
    if (left < n - left) {
      sort(a, left);
      a += left;
      n -= left;
    } else {
      sort(a + left, n - left);
      n = left;
    }
  }
}
extern "C" __global__ void rows(int* x) { sort(x + threadIdx.x * 16, 16); }
