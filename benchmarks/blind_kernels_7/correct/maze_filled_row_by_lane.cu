// Distances in mazes of 32 x 32 cells: a row of cells per lane as one word, neighbours' rows by shuffles.
extern "C" __global__ void fill(int* reached, int* steps, const unsigned* walls) {
  int lane = threadIdx.x;
  unsigned open = ~(walls[blockIdx.x * 32 + lane] & walls[64 + blockIdx.x * 32 + lane]);
  unsigned seen = lane == 0 ? open & 1 : 0;
  int n = 0;
  while (true) {
    unsigned above = __shfl_up_sync(~0u, seen, 1), below = __shfl_down_sync(~0u, seen, 1);
    if (lane == 0) above = 0;
    if (lane == 31) below = 0;
    unsigned next = (seen | seen << 1 | seen >> 1 | above | below) & open;
    bool changed = next != seen;
    seen = next;
    if (!__any_sync(~0u, changed)) break;
    ++n;
  }
  int count = __reduce_add_sync(~0u, __popc(seen));
  if (lane == 0) {
    reached[blockIdx.x] = count;
    steps[blockIdx.x] = n;
  }
}
