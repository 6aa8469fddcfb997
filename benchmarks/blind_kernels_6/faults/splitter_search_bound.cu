// Sample sort: the bucket of each key is the number of splitters (seven, sorted) that are not above it.
// Fault: the binary search starts with eight splitters, so it may read an eighth (out of bounds).
#ifdef FAULT
#define COUNT 8
#else
#define COUNT 7
#endif
extern "C" __global__ void classify(int* bucket, const int* key, const int* splitter) {
  int i = blockIdx.x * 64 + threadIdx.x, k = key[i], low = 0, high = COUNT;
  while (low < high) {
    int middle = (low + high) / 2;
    if (splitter[middle] <= k) low = middle + 1;
    else high = middle;
  }
  bucket[i] = low;
}
