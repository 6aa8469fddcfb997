// The four largest of 40 values per thread, in a binary heap of four in registers, then written in descending order.
extern "C" __global__ void largest(int* top, const int* x) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int h[4];
  for (int k = 0; k < 4; ++k) h[k] = 0x80000000;
  for (int k = 0; k < 40; ++k) {
    int v = x[k * 64 + i];
    if (v <= h[0]) continue;
    // Sift down: children of 0 are 1 and 2, the child of 1 is 3.
    int c = h[1] < h[2] ? 1 : 2;
    if (c == 2) {
      if (v > h[2]) h[0] = h[2], h[2] = v;
      else h[0] = v;
    } else if (v > h[1]) {
      h[0] = h[1];
      if (v > h[3]) h[1] = h[3], h[3] = v;
      else h[1] = v;
    } else {
      h[0] = v;
    }
  }
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3 - a; ++b)
      if (h[b] < h[b + 1]) {
        int s = h[b];
        h[b] = h[b + 1];
        h[b + 1] = s;
      }
  for (int k = 0; k < 4; ++k) top[i * 4 + k] = h[k];
}
