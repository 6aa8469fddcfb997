// RC4: each of eight threads keeps its permutation of 256 bytes in shared memory and writes 16 bytes of keystream.
__global__ void rc4(unsigned char* y, const unsigned char* key) {
  __shared__ unsigned char state[8][256];
  unsigned char* s = state[threadIdx.x];
  const unsigned char* k = key + threadIdx.x * 8;
  for (int i = 0; i < 256; i++) s[i] = (unsigned char)i;
  int j = 0;
  for (int i = 0; i < 256; i++) {
    j = (j + s[i] + k[i & 7]) & 255;
    const unsigned char a = s[i];
    s[i] = s[j];
    s[j] = a;
  }
  j = 0;
  for (int n = 1; n <= 16; n++) {
    j = (j + s[n]) & 255;
    const unsigned char a = s[n];
    s[n] = s[j];
    s[j] = a;
    y[threadIdx.x * 16 + n - 1] = s[(s[n] + a) & 255];
  }
}
