// Inverts the Burrows-Wheeler transform of texts of 64 bytes that end with a zero: ranks by counting, then a walk by one thread.
extern "C" __global__ void invert(unsigned char* text, const unsigned char* last) {
  __shared__ unsigned char c[64], before[64];
  int t = threadIdx.x;
  c[t] = last[blockIdx.x * 64 + t];
  __syncthreads();
  int rank = 0;
  for (int j = 0; j < 64; ++j) rank += c[j] < c[t] || (c[j] == c[t] && j < t);
  before[t] = rank;
  __syncthreads();
  if (t == 0) {
    text += blockIdx.x * 64;
    text[63] = 0;
    for (int k = 62, i = 0; k >= 0; --k) {
      text[k] = c[i];
      i = before[i];
    }
  }
}
