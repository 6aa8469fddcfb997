// Golomb-Rice codes (two low bits, unary quotient) of six small numbers per thread in a word of 64 bits, and their decoding.
__global__ void rice(unsigned long long* code, int* length, int* back, const int* x) {
  const int t = blockIdx.x * 32 + threadIdx.x;
  unsigned long long w = 0;
  int n = 0;
  for (int k = 0; k < 6; k++) {
    const int v = x[t * 6 + k], q = v >> 2;
    w |= ((1ull << q) - 1) << n;  // q ones and a zero
    n += q + 1;
    w |= (unsigned long long)(v & 3) << n;
    n += 2;
  }
  code[t] = w;
  length[t] = n;
  for (int k = 0; k < 6; k++) {
    const int q = __ffsll((long long)~w) - 1;
    w >>= q + 1;
    back[t * 6 + k] = q << 2 | (int)(w & 3);
    w >>= 2;
  }
}
