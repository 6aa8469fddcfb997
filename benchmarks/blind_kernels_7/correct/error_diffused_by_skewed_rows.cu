// Floyd-Steinberg dithering to one bit: a thread per row, each two columns behind the row above; errors in shared memory.
extern "C" __global__ void dither(unsigned char* bit, const unsigned char* image) {
  __shared__ int error[33][34];
  int t = threadIdx.x;
  const unsigned char* row = image + blockIdx.x * 1024 + t * 32;
  for (int c = 0; c < 34; ++c) error[t + 1][c] = 0;
  if (t == 0)
    for (int c = 0; c < 34; ++c) error[0][c] = 0;
  __syncthreads();
  int right = 0;
  for (int step = 0; step < 32 + 62; ++step) {
    int c = step - 2 * t;
    if (c >= 0 && c < 32) {
      int v = row[c] + error[t][c + 1] + right, out = v >= 128;
      int e = v - 255 * out;
      bit[blockIdx.x * 1024 + t * 32 + c] = out;
      right = e * 7 / 16;
      error[t + 1][c] += e * 3 / 16;
      error[t + 1][c + 1] += e * 5 / 16;
      error[t + 1][c + 2] += e / 16;
    }
    __syncthreads();
  }
}
