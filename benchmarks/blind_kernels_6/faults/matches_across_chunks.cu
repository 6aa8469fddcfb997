// Counts the matches of a pattern of five letters; each thread takes the matches that begin in its 16 letters.
// Fault: a thread stops where the pattern would leave its chunk, so matches across chunks are lost (wrong value).
extern "C" __global__ void count_matches(int* count, const unsigned char* text, const unsigned char* pattern) {
  int i = blockIdx.x * 32 + threadIdx.x, matches = 0;
#ifdef FAULT
  int end = i * 16 + 16 - 4;
#else
  int end = min(i * 16 + 16, 2048 - 4);
#endif
  for (int at = i * 16; at < end; ++at) {
    bool same = true;
    for (int j = 0; j < 5; ++j) same &= text[at + j] == pattern[j];
    matches += same;
  }
  count[i] = matches;
}
