// Knuth, Morris and Pratt's prefix function of 32 strings of 20 letters (a or b), a thread per string; the period follows.
__global__ void prefixes(int* pi, int* period, const unsigned char* text) {
  const unsigned char* s = text + threadIdx.x * 20;
  int p[20];
  p[0] = 0;
  for (int i = 1; i < 20; i++) {
    int k = p[i - 1];
    while (k && s[k] != s[i]) k = p[k - 1];
    p[i] = k + (s[k] == s[i]);
  }
  for (int i = 0; i < 20; i++) pi[threadIdx.x * 20 + i] = p[i];
  period[threadIdx.x] = 20 - p[19];
}
