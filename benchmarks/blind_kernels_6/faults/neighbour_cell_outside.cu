// Particles per neighbourhood of 3 x 3 cells in a grid of 8 x 8 cells, from the cells' offsets.
// Fault: neighbours of cells at the border are not checked (out of bounds, wrong cells).
extern "C" __global__ void neighbours(int* near, const int* start, const int* x) {
  int cx = threadIdx.x % 8, cy = threadIdx.x / 8, sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
#ifndef FAULT
      if (cx + dx < 0 || cx + dx > 7 || cy + dy < 0 || cy + dy > 7) continue;
#endif
      int cell = (cy + dy) * 8 + cx + dx;
      for (int p = start[cell]; p < start[cell + 1]; ++p) sum += x[p];
    }
  near[threadIdx.x] = sum;
}
