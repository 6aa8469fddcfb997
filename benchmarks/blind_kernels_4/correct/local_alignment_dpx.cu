// Smith and Waterman's local alignment scores of 32 pairs of 16 letters with the instructions for dynamic programming.
extern "C" __global__ void align(int* y, const int* a, const int* b) {
  int t = threadIdx.x, row[17], best = 0;
  for (int j = 0; j <= 16; ++j) row[j] = 0;
  for (int i = 0; i < 16; ++i) {
    int diagonal = 0;
    for (int j = 1; j <= 16; ++j) {
      int match = diagonal + (a[t * 16 + i] == b[t * 16 + j - 1] ? 3 : -2);
      diagonal = row[j];
      row[j] = __vimax3_s32_relu(match, row[j] - 2, row[j - 1] - 2);
      best = __viaddmax_s32(row[j], 0, best);
    }
  }
  y[t] = best;
}
