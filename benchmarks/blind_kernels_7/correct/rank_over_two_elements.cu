// Ranks of matrices of 32 x 32 bits over GF(2), a row per lane: pivots by ballots, rows by shuffles.
extern "C" __global__ void rank_of(int* rank, const unsigned* matrix) {
  int lane = threadIdx.x % 32, m = blockIdx.x * 2 + threadIdx.x / 32;
  unsigned row = matrix[m * 32 + lane];
  bool used = false;
  int count = 0;
  for (int c = 0; c < 32; ++c) {
    unsigned candidates = __ballot_sync(~0u, !used && (row >> c & 1));
    if (!candidates) continue;
    int p = __ffs(candidates) - 1;
    unsigned pivot = __shfl_sync(~0u, row, p);
    if (lane == p) used = true;
    else if (row >> c & 1) row ^= pivot;
    ++count;
  }
  if (lane == 0) rank[m] = count;
}
