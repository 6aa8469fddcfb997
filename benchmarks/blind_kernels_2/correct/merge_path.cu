// Merges two sorted sequences: a binary search along diagonals gives each thread eight results.
extern "C" __global__ void merge(int* y, const int* a, const int* b) {
  int diag = threadIdx.x * 8, lo = max(0, diag - 156), hi = min(diag, 100);
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (a[mid] <= b[diag - 1 - mid]) lo = mid + 1;
    else hi = mid;
  }
  int i = lo, j = diag - lo;
  for (int k = 0; k < 8; ++k) {
    bool from_a = j >= 156 || (i < 100 && a[i] <= b[j]);
    y[diag + k] = from_a ? a[i++] : b[j++];
  }
}
