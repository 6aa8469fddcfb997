// The eighth power of a 16 x 16 matrix modulo 2^32 by three squarings on a cooperative grid, a block per four rows, two matrices in turns.
#include <cooperative_groups.h>
__global__ void power(unsigned* a, unsigned* b) {
  const int r = blockIdx.x * 4 + threadIdx.y, c = threadIdx.x;
  unsigned* from = a;
  unsigned* to = b;
  for (int step = 0; step < 3; step++) {
    unsigned sum = 0;
    for (int k = 0; k < 16; k++) sum += from[r * 16 + k] * from[k * 16 + c];
    to[r * 16 + c] = sum;
    cooperative_groups::this_grid().sync();
    unsigned* swap = from;
    from = to;
    to = swap;
  }
}
