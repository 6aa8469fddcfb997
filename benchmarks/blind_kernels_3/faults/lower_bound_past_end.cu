// Looks up 64 keys in a sorted array of 100 values by binary search and tells whether they occur.
// Fault: the element found is compared even if all elements are smaller, so x[100] is read (out of bounds on global).
extern "C" __global__ void lookup(int* y, const int* x, const int* keys) {
  int key = keys[threadIdx.x], lo = 0, hi = 100;
  while (lo < hi) {
    int m = (lo + hi) / 2;
    if (x[m] < key) lo = m + 1; else hi = m;
  }
#ifdef FAULT
  bool found = x[lo] == key;
#else
  bool found = lo < 100 && x[lo] == key;
#endif
  y[threadIdx.x] = found ? lo : -1;
}
