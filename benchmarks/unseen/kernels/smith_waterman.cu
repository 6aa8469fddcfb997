// Scores of local alignments of proteins with affine gaps: a warp per pair. Each lane has four of
// the query's 128 residues; the target passes through the lanes, one step behind the lane before.
constexpr int LETTERS = 24, OPEN = 11, EXTEND = 1, LOWEST = -10000;

extern "C" __global__ void __launch_bounds__(128)
smith_waterman(const char4* __restrict__ queries, const signed char* __restrict__ targets,
               const int* __restrict__ matrix, int* __restrict__ scores, int length) {
  __shared__ int score[LETTERS * LETTERS];
  for (int at = threadIdx.x; at < LETTERS * LETTERS; at += 128) score[at] = matrix[at];
  __syncthreads();
  int lane = threadIdx.x % 32, pair = blockIdx.x * 4 + threadIdx.x / 32;
  const signed char* target = targets + size_t(pair) * length;
  char4 own = queries[size_t(pair) * 32 + lane];
  const int residue[4] = {own.x, own.y, own.z, own.w};
  // Of this lane's query positions at the target's previous position: the best score, and the best
  // with a gap in the query. `diagonal` is the score above the first of them.
  int above[4] = {}, vertical[4] = {LOWEST, LOWEST, LOWEST, LOWEST};
  int diagonal = 0, best = 0, letter = 0, last = 0, gap = LOWEST;
  for (int step = 0; step < length + 31; ++step) {
    int left = __shfl_up_sync(~0u, last, 1), horizontal = __shfl_up_sync(~0u, gap, 1);
    letter = __shfl_up_sync(~0u, letter, 1);
    if (lane == 0) {
      left = 0;
      horizontal = LOWEST;
      letter = step < length ? target[step] : 0;
    }
    if (step < lane || step >= lane + length) continue;
    const int* row = score + letter * LETTERS;
    int corner = diagonal;
    diagonal = left;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      horizontal = max(horizontal - EXTEND, left - OPEN);
      vertical[i] = max(vertical[i] - EXTEND, above[i] - OPEN);
      left = max(max(corner + row[residue[i]], 0), max(horizontal, vertical[i]));
      corner = above[i];
      above[i] = left;
      best = max(best, left);
    }
    last = left;
    gap = horizontal;
  }
  best = __reduce_max_sync(~0u, best);
  if (lane == 0) scores[pair] = best;
}
