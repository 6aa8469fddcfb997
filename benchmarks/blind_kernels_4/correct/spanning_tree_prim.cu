// A minimum spanning tree of 32 nodes by Prim in one warp; the nearest node outside is found by a reduction of packed words.
extern "C" __global__ void prim(int* parent, int* order, const int* weight) {
  int lane = threadIdx.x, last = 0;
  unsigned distance = 0xffffff;
  bool inside = lane == 0;
  for (int k = 1; k < 32; ++k) {
    unsigned w = weight[min(last, lane) * 32 + max(last, lane)];
    if (!inside && w < distance) {
      distance = w;
      parent[lane] = last;
    }
    last = __reduce_min_sync(0xffffffff, inside ? 0xffffffffu : distance << 5 | lane) & 31;
    inside |= lane == last;
    if (lane == 0) order[k] = last;
  }
  if (lane == 0) order[0] = parent[0] = 0;
}
