// Counts the placements of eight queens by depth-first search with bit masks and an explicit stack; a thread per first two columns.
extern "C" __global__ void queens(int* y) {
  int c0 = threadIdx.x / 8, c1 = threadIdx.x % 8, n = 0;
  unsigned cols[8], d1[8], d2[8], todo[8];
  if (c1 != c0 && c1 != c0 + 1 && c1 != c0 - 1) {
    int r = 2;
    cols[2] = 1u << c0 | 1u << c1;
    d1[2] = 1u << c0 << 2 | 1u << c1 << 1;
    d2[2] = 1u << c0 >> 2 | 1u << c1 >> 1;
    todo[2] = ~(cols[2] | d1[2] | d2[2]) & 255;
    while (r >= 2) {
      if (!todo[r]) {
        --r;
        continue;
      }
      unsigned bit = todo[r] & (0u - todo[r]);
      todo[r] ^= bit;
      if (r == 7) {
        ++n;
        continue;
      }
      cols[r + 1] = cols[r] | bit;
      d1[r + 1] = (d1[r] | bit) << 1;
      d2[r + 1] = (d2[r] | bit) >> 1;
      ++r;
      todo[r] = ~(cols[r] | d1[r] | d2[r]) & 255;
    }
  }
  y[threadIdx.x] = n;
}
