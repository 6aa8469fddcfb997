// Three steps of heat in a periodic box of 8 x 8 x 8 cells over a cooperative grid, between two arrays.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void diffuse(float* a, float* b) {
  cg::grid_group grid = cg::this_grid();
  int i = (int)grid.thread_rank(), x = i & 7, y = i >> 3 & 7, z = i >> 6;
  float *from = a, *to = b;
  for (int step = 0; step < 3; ++step) {
    float c = from[i];
    float s = from[i - x + (x + 1 & 7)] + from[i - x + (x + 7 & 7)] + from[i + ((y + 1 & 7) - y) * 8] +
              from[i + ((y + 7 & 7) - y) * 8] + from[i + ((z + 1 & 7) - z) * 64] + from[i + ((z + 7 & 7) - z) * 64];
    to[i] = c + 0.125f * (s - 6 * c);
    float* swap = from;
    from = to;
    to = swap;
    grid.sync();
  }
}
