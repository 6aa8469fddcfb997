// Matches 64 texts of the letters a and b with the pattern *ab?b*a: after a failure the last star takes one letter more.
__constant__ char pattern[] = "*ab?b*a";
extern "C" __global__ void match(int* y, const unsigned char* text) {
  const unsigned char* s = text + threadIdx.x * 12;
  int i = 0, p = 0, star = -1, mark = 0;
  while (i < 12) {
    if (pattern[p] == '*') {
      star = p++;
      mark = i;
    } else if (pattern[p] == '?' || pattern[p] == s[i]) {
      ++i;
      ++p;
    } else if (star >= 0) {
      p = star + 1;
      i = ++mark;
    } else {
      break;
    }
  }
  while (pattern[p] == '*') ++p;
  y[threadIdx.x] = i == 12 && pattern[p] == 0;
}
