// Counts a pattern of four letters in a text of 256 by a rolling hash modulo 1009 (Rabin-Karp); 32 places per thread.
// Fault: removing the first letter can leave a negative remainder, which never equals the pattern's hash (signed remainder).
extern "C" __global__ void search(int* y, const unsigned char* text, const unsigned char* pattern) {
  int begin = threadIdx.x * 32, end = min(begin + 32, 253), hash = 0, wanted = 0, power = 1, count = 0;
  for (int k = 0; k < 4; ++k) {
    hash = (hash * 31 + text[begin + k]) % 1009;
    wanted = (wanted * 31 + pattern[k]) % 1009;
    if (k > 0) power = power * 31 % 1009;
  }
  for (int i = begin; i < end; ++i) {
    if (hash == wanted) {
      bool same = true;
      for (int k = 0; k < 4; ++k) same = same && text[i + k] == pattern[k];
      count += same;
    }
    if (i + 4 < 256) {
#ifdef FAULT
      hash = (hash - text[i] * power) % 1009;
#else
      hash = (hash + 1009 - text[i] * power % 1009) % 1009;
#endif
      hash = (hash * 31 + text[i + 4]) % 1009;
    }
  }
  y[threadIdx.x] = count;
}
