// The rank of each of 64 suffixes by comparison with all others; the letters repeat, so comparisons are long.
// Fault: a comparison goes on after the shorter suffix has ended (out of bounds).
extern "C" __global__ void ranks(int* rank, const unsigned char* text) {
  int i = threadIdx.x, less = 0;
  for (int j = 0; j < 64; ++j) {
    if (j == i) continue;
    int k = 0;
#ifdef FAULT
    while (text[i + k] == text[j + k] && k < 64) ++k;
    less += text[j + k] < text[i + k];
#else
    int n = 64 - max(i, j);
    while (k < n && text[i + k] == text[j + k]) ++k;
    less += k == n ? j > i : text[j + k] < text[i + k];
#endif
  }
  rank[i] = less;
}
