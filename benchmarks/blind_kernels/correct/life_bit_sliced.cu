// Four generations of Life on a torus of 32 x 32 cells, a row per lane as one word; neighbours are counted in bit planes.
extern "C" __global__ void life(unsigned* y, const unsigned* x) {
  int lane = threadIdx.x;
  unsigned cells = x[blockIdx.x * 32 + lane] * 0x9e3779b9u + lane * 0x85ebca6bu;
  for (int g = 0; g < 4; ++g) {
    unsigned ones = 0, twos = 0, fours = 0;
    for (int dr = -1; dr <= 1; ++dr) {
      unsigned row = __shfl_sync(0xffffffffu, cells, lane + dr);
      for (int dc = -1; dc <= 1; ++dc) {
        if (dr == 0 && dc == 0) continue;
        unsigned bit = __funnelshift_l(row, row, dc & 31);
        unsigned carry = ones & bit;
        ones ^= bit;
        fours |= twos & carry;
        twos ^= carry;
      }
    }
    cells = twos & ~fours & (ones | cells);
  }
  y[blockIdx.x * 32 + lane] = cells;
}
