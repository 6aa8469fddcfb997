// Attention of one query per sequence over a paged cache: pages of eight tokens, found by a table; a warp per sequence.
// Fault: the last page is used to its end, beyond the length of the sequence (stale data).
extern "C" __global__ void decode(float* y, const float* q, const float* keys, const float* values, const int* table, const int* lengths) {
  int sequence = blockIdx.x, lane = threadIdx.x, length = lengths[sequence];
  float query = q[sequence * 32 + lane], top = -INFINITY, sum = 0, out = 0;
  for (int page = 0; page < (length + 7) / 8; ++page) {
    int base = table[sequence * 3 + page] * 8;
#ifdef FAULT
    int tokens = 8;
#else
    int tokens = min(8, length - page * 8);
#endif
    for (int i = 0; i < tokens; ++i) {
      float score = query * keys[(base + i) * 32 + lane];
      for (int d = 16; d > 0; d /= 2) score += __shfl_xor_sync(0xffffffff, score, d);
      float larger = fmaxf(top, score), scale = expf(top - larger), weight = expf(score - larger);
      sum = sum * scale + weight;
      out = out * scale + weight * values[(base + i) * 32 + lane];
      top = larger;
    }
  }
  y[sequence * 32 + lane] = out / sum;
}
