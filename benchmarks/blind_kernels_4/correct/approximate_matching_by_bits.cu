// Marks where a pattern of six letters ends in a text with at most one wrong letter, by two bit vectors per thread.
extern "C" __global__ void match(unsigned char* y, const unsigned char* text, const unsigned char* pattern) {
  unsigned masks[2] = {0, 0};
  for (int k = 0; k < 6; ++k) masks[pattern[k] & 1] |= 1u << k;
  int begin = threadIdx.x * 16;
  unsigned exact = 0, wrong = 0;
  for (int i = max(0, begin - 5); i < begin + 16; ++i) {
    unsigned mask = text[i] & 1 ? masks[1] : masks[0], before = exact << 1 | 1;
    wrong = ((wrong << 1 | 1) & mask) | before;
    exact = before & mask;
    if (i >= begin) y[i] = (exact >> 5 & 1) * 2 + (wrong >> 5 & 1);
  }
}
