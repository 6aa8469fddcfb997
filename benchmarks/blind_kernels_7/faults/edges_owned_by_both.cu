// Triangles of two halves of quads are rasterized at pixel centres; a pixel on the common edge belongs to one of them.
// Fault: both triangles take pixels on their edges, so that the diagonal is counted twice (wrong value on edges only).
__device__ int edge(int ax, int ay, int bx, int by, int px, int py) { return (bx - ax) * (py - ay) - (by - ay) * (px - ax); }
__device__ bool inside(int ax, int ay, int bx, int by, int cx, int cy, int px, int py) {
  int e[3] = {edge(ax, ay, bx, by, px, py), edge(bx, by, cx, cy, px, py), edge(cx, cy, ax, ay, px, py)};
  int dx[3] = {bx - ax, cx - bx, ax - cx}, dy[3] = {by - ay, cy - by, ay - cy};
  for (int k = 0; k < 3; ++k) {
#ifdef FAULT
    if (e[k] < 0) return false;
#else
    bool owned = dy[k] < 0 || (dy[k] == 0 && dx[k] > 0);
    if (e[k] < 0 || (e[k] == 0 && !owned)) return false;
#endif
  }
  return true;
}
extern "C" __global__ void cover(unsigned char* count, const int* corner) {
  int px = threadIdx.x, py = blockIdx.x;
  int x0 = corner[0], y0 = corner[1], x1 = corner[2], y1 = corner[3];
  int n = inside(x0, y0, x1, y0, x1, y1, px, py) + inside(x0, y0, x1, y1, x0, y1, px, py);
  count[py * 24 + px] = n;
}
