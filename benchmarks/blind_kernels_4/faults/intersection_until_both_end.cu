// Numbers of common neighbours of all pairs of eight nodes; each has twelve neighbours in ascending order.
// Fault: the merge goes on while either list has elements left, so it runs beyond the other (out of bounds on global).
extern "C" __global__ void common_neighbours(int* y, const int* lists) {
  int i = threadIdx.x * 12, j = threadIdx.y * 12, i_end = i + 12, j_end = j + 12, count = 0;
#ifdef FAULT
  while (i < i_end || j < j_end) {
#else
  while (i < i_end && j < j_end) {
#endif
    int a = lists[i], b = lists[j];
    count += a == b;
    i += a <= b;
    j += b <= a;
  }
  y[threadIdx.y * 8 + threadIdx.x] = count;
}
