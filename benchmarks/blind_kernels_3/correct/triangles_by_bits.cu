// Counts the triangles through each of 32 nodes; the adjacency matrix is one word per lane, made symmetric first.
extern "C" __global__ void triangles(int* y, const unsigned* x) {
  int lane = threadIdx.x;
  unsigned row = x[lane] & ~(1u << lane), column = 0;
  for (int k = 0; k < 32; ++k) {
    unsigned b = __ballot_sync(~0u, row >> k & 1);
    if (lane == k) column = b;
  }
  row |= column;
  int twice = 0;
  for (int k = 0; k < 32; ++k) {
    unsigned other = __shfl_sync(~0u, row, k);
    if (row >> k & 1) twice += __popc(row & other);
  }
  y[lane] = twice / 2;
}
